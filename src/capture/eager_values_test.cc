#include "capture/eager_values.h"

#include <gtest/gtest.h>

namespace tdbg::capture {
namespace {

using format::Reading;

constexpr int kPlaces[200] = {};

EagerValues::Value Made(uint64_t execution, bool handed_in = false) {
  EagerValues::Value value;
  value.execution = execution;
  value.handed_in = handed_in;
  return value;
}

TEST(EagerValues, EachReaderIsToldAsOftenAsItIsNews) {
  EagerValues values;
  EXPECT_FALSE(values.Read(&kPlaces[0], Reading::kBad));
  values.Add(&kPlaces[0], Made(7));
  EXPECT_TRUE(values.awaits() && values.follows());
  const auto clean = values.Read(&kPlaces[0], Reading::kClean);
  ASSERT_TRUE(clean.has_value());
  EXPECT_EQ(clean->value.execution, 7u);
  EXPECT_FALSE(clean->harms);
  EXPECT_FALSE(values.Read(&kPlaces[0], Reading::kClean)) << "one is enough";
  EXPECT_TRUE(values.Read(&kPlaces[0], Reading::kBad)->harms);
  EXPECT_FALSE(values.Read(&kPlaces[0], Reading::kBad)->harms) << "it is known to";
  EXPECT_TRUE(values.awaits()) << "it may still be taken to a variable";
  EXPECT_EQ(values.Read(&kPlaces[0], Reading::kLeaves)->reading, Reading::kLeaves);
}

TEST(EagerValues, OfManyBadReadersTheRestIsOne) {
  EagerValues values;
  values.Add(&kPlaces[0], Made(1));
  int bad = 0, leaves = 0;
  for (int i = 0; i < 100; ++i) {
    const auto news = values.Read(&kPlaces[0], Reading::kBad);
    bad += news && news->reading == Reading::kBad;
    leaves += news && news->reading == Reading::kLeaves;
  }
  EXPECT_EQ(bad, 20);
  EXPECT_EQ(leaves, 1);
}

// A constant may be kept and used again for ever; nobody looks at each op for its sake.
TEST(EagerValues, OfWhatIsHandedInTheFirstReaderIsAwaited) {
  EagerValues values;
  values.Add(&kPlaces[0], Made(1, true));
  EXPECT_TRUE(values.awaits());
  EXPECT_FALSE(values.follows()) << "its memory may be anybody's";
  EXPECT_TRUE(values.Read(&kPlaces[0], Reading::kClean));
  EXPECT_FALSE(values.awaits());
  EXPECT_TRUE(values.Read(&kPlaces[0], Reading::kBad)->harms) << "but it is still known";
}

TEST(EagerValues, WhatIsFreedIsForgotten) {
  EagerValues values;
  values.Add(&kPlaces[0], Made(1));
  values.Forget(&kPlaces[1]);
  EXPECT_TRUE(values.Find(&kPlaces[0]));
  values.Forget(&kPlaces[0]);
  EXPECT_FALSE(values.any() || values.awaits() || values.follows());
  EXPECT_FALSE(values.Find(&kPlaces[0]));
}

// What is not looked at any more may have gone anywhere, unless nothing but harm would count.
TEST(EagerValues, PatienceEnds) {
  EagerValues values;
  values.Add(&kPlaces[0], Made(1));
  values.Add(&kPlaces[1], Made(2, true));
  int given_up = 0;
  for (int i = 0; i < 2000; ++i) given_up += values.OpPasses().has_value();
  EXPECT_EQ(given_up, 1);
  EXPECT_FALSE(values.awaits());
}

TEST(EagerValues, TheOldestMakesRoom) {
  EagerValues values;
  int given_up = 0;
  for (int i = 0; i < 200; ++i) given_up += values.Add(&kPlaces[i], Made(1)).has_value();
  EXPECT_EQ(given_up, 200 - 64);
  EXPECT_TRUE(values.Find(&kPlaces[199]));
  EXPECT_FALSE(values.Find(&kPlaces[0]));
}

}  // namespace
}  // namespace tdbg::capture
