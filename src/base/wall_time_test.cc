#include "base/wall_time.h"

#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace tdbg {
namespace {

TEST(WallTime, SecondsOfThisEraComeBackExactly) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 100'000; ++round) {
    // 2001 to 2100, with all the digits a double has.
    const double seconds = 1e9 + std::ldexp(static_cast<double>(random() >> 11), -53) * 3.1e9;
    ASSERT_EQ(SecondsFromNs(NsFromSeconds(seconds)), seconds) << round;
  }
  double seconds = 1794762042.0;
  for (int step = 0; step < 1000; ++step) {
    seconds = std::nextafter(seconds, 1e10);
    ASSERT_EQ(SecondsFromNs(NsFromSeconds(seconds)), seconds);
  }
}

TEST(WallTime, MicrosecondsAreExact) {
  EXPECT_EQ(NsFromMicroseconds(1794761812702855.0), 1794761812702855000);
  EXPECT_EQ(NsFromMicroseconds(1794761812702855.5), 1794761812702855500);
  EXPECT_EQ(NsFromMicroseconds(0), 0);
}

TEST(WallTime, OrderIsKept) {
  const double now = 1794762042.25;
  EXPECT_LT(NsFromSeconds(now), NsFromSeconds(std::nextafter(now, 1e10)));
  EXPECT_EQ(NsFromSeconds(-1.5), -1'500'000'000);
  EXPECT_EQ(NsFromSeconds(0.999'999'999'9), 1'000'000'000);
}

TEST(WallTime, WhatIsNoMomentHasNoTime) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const double value : {std::nan(""), kInfinity, -kInfinity, 1e300, -1e300, 9.3e18}) {
    EXPECT_EQ(NsFromSeconds(value), kNoTime) << value;
    EXPECT_EQ(NsFromMicroseconds(value), kNoTime) << value;
  }
}

}  // namespace
}  // namespace tdbg
