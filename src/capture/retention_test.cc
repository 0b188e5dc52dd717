#include "capture/retention.h"

#include <gtest/gtest.h>

namespace tdbg::capture {
namespace {

using format::SegmentKind;
using Indices = std::vector<size_t>;

SegmentFacts Facts(int64_t first, int64_t last, SegmentKind kind = SegmentKind::kEvents) {
  return {.kind = kind, .bytes = 1000, .events = 10, .first_step = first, .last_step = last};
}

TEST(Retention, LastSteps) {
  const SegmentFacts segments[] = {Facts(0, 9), Facts(10, 19), Facts(20, 29),
                                   Facts(0, 0, SegmentKind::kMeta),
                                   Facts(0, 5, SegmentKind::kValues)};
  const Retention rule = {.kind = Retention::Kind::kSteps, .last = 10};
  // At step 29 the last ten are 20 ... 29.
  EXPECT_EQ(GivenUp(segments, rule, 29, {}), (Indices{4, 0, 1}));
  EXPECT_EQ(GivenUp(segments, rule, 28, {}), (Indices{4, 0}));
  EXPECT_EQ(GivenUp(segments, rule, 3, {}), Indices{});
}

TEST(Retention, WhatLiesAroundABirthStays) {
  const SegmentFacts segments[] = {Facts(0, 8), Facts(9, 11), Facts(12, 19), Facts(20, 29)};
  const Retention rule = {.kind = Retention::Kind::kSteps, .last = 1};
  EXPECT_EQ(GivenUp(segments, rule, 40, std::vector<int64_t>{10}), (Indices{0, 2, 3}));
  EXPECT_EQ(GivenUp(segments, rule, 40, std::vector<int64_t>{9}), (Indices{2, 3}));
  EXPECT_EQ(OldestOf(segments, 1500, std::vector<int64_t>{9}), (Indices{2, 3}));
}

TEST(Retention, RingOfEvents) {
  const SegmentFacts segments[] = {Facts(2, 2), Facts(1, 1), Facts(3, 3)};
  const Retention rule = {.kind = Retention::Kind::kEvents, .last = 15};
  EXPECT_EQ(GivenUp(segments, rule, 3, {}), Indices{1}) << "20 are left, 10 would be too few";
}

TEST(Retention, EverythingMeansEverything) {
  const SegmentFacts segments[] = {Facts(0, 1)};
  EXPECT_TRUE(GivenUp(segments, {.kind = Retention::Kind::kAll, .last = 0}, 1000, {}).empty());
}

TEST(Retention, OldestFirst) {
  const SegmentFacts segments[] = {Facts(5, 9), Facts(0, 4), Facts(10, 14)};
  EXPECT_EQ(OldestOf(segments, 1, {}), Indices{1});
  EXPECT_EQ(OldestOf(segments, 1001, {}), (Indices{1, 0}));
  EXPECT_EQ(OldestOf(segments, 99999, {}).size(), 3u);
}

}  // namespace
}  // namespace tdbg::capture
