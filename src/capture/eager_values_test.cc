#include "capture/eager_values.h"

#include <gtest/gtest.h>

namespace tdbg::capture {
namespace {

using format::Reading;

constexpr int kPlaces[200] = {};

EagerValue Made(uint64_t execution, bool handed_in = false) {
  EagerValue value;
  value.execution = execution;
  value.handed_in = handed_in;
  return value;
}

TEST(EagerValues, EachReaderIsToldAsOftenAsItIsNews) {
  EagerValues values;
  EXPECT_FALSE(values.Read(&kPlaces[0], Reading::kBad, false));
  values.Add(&kPlaces[0], Made(7));
  EXPECT_TRUE(values.awaits() && values.follows());
  const auto clean = values.Read(&kPlaces[0], Reading::kClean, false);
  ASSERT_TRUE(clean.has_value());
  EXPECT_EQ(clean->value.execution, 7u);
  EXPECT_FALSE(clean->harms);
  EXPECT_FALSE(values.Read(&kPlaces[0], Reading::kClean, false)) << "one is enough";
  EXPECT_TRUE(values.Read(&kPlaces[0], Reading::kBad, false)->harms);
  EXPECT_FALSE(values.Read(&kPlaces[0], Reading::kBad, false)->harms) << "it is known to";
  EXPECT_TRUE(values.awaits()) << "it may still be taken to a variable";
  EXPECT_EQ(values.Read(&kPlaces[0], Reading::kLeaves, false)->reading, Reading::kLeaves);
}

TEST(EagerValues, OfManyBadReadersTheRestIsOne) {
  EagerValues values;
  values.Add(&kPlaces[0], Made(1));
  int bad = 0, leaves = 0;
  for (int i = 0; i < 100; ++i) {
    const auto news = values.Read(&kPlaces[0], Reading::kBad, false);
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
  EXPECT_TRUE(values.Read(&kPlaces[0], Reading::kClean, false));
  EXPECT_FALSE(values.awaits());
  EXPECT_TRUE(values.Read(&kPlaces[0], Reading::kBad, false)->harms) << "but it is still known";
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

EagerValue Birth(uint64_t execution) {
  EagerValue value = Made(execution);
  value.opens = true;
  return value;
}

// Of what an op made, and of what was made of that.
EagerValue MadeOf(const EagerValue& value, uint64_t execution) {
  EagerValue made = Made(execution);
  made.birth = value.birth;
  return made;
}

TEST(EagerValues, ABirthIsToldOnceSomethingBadGoesOn) {
  EagerValues values;
  values.Add(&kPlaces[0], Birth(1));
  const EagerValue first = *values.Find(&kPlaces[0]);
  EXPECT_NE(first.birth, 0u);
  values.Read(&kPlaces[0], Reading::kBad, false);
  values.Add(&kPlaces[1], MadeOf(first, 2));
  EXPECT_FALSE(values.any_decided()) << "what was made of it may still be thrown away";
  values.Read(&kPlaces[1], Reading::kLeaves, false);
  ASSERT_TRUE(values.any() && values.any_decided());
  EXPECT_EQ(values.TakeDecided()->execution, 1u) << "it is the birth that is told";
  EXPECT_FALSE(values.any_decided());
  values.Forget(&kPlaces[1]);
  EXPECT_FALSE(values.TakeDecided().has_value()) << "once";
}

TEST(EagerValues, WhatIsThrownAwayIsNotTold) {
  EagerValues values;
  values.Add(&kPlaces[0], Birth(1));
  values.Read(&kPlaces[0], Reading::kClean, false);
  values.Forget(&kPlaces[0]);
  EXPECT_FALSE(values.any_decided());
  EXPECT_FALSE(values.TakeKept().has_value());
}

TEST(EagerValues, WhatNoOpHasReadWasForTheProgram) {
  EagerValues values;
  values.Add(&kPlaces[0], Birth(1));
  values.Forget(&kPlaces[0]);
  EXPECT_EQ(values.TakeDecided()->execution, 1u);
  values.Add(&kPlaces[1], Birth(2));
  EXPECT_FALSE(values.any_decided()) << "it may still be read";
  EXPECT_EQ(values.TakeKept()->execution, 2u) << "at the end of the program nobody has";
}

TEST(EagerValues, AGraphDecidesLater) {
  EagerValues values;
  values.Add(&kPlaces[0], Birth(1));
  values.Read(&kPlaces[0], Reading::kBad, true);
  EXPECT_EQ(values.TakeDecided()->execution, 1u) << "the debugger knows the graph";
}

TEST(EagerValues, WhatIsPutAwayComesOutAgain) {
  EagerValues values;
  EagerValue bound = Made(1, true);
  bound.likeness = {.digest = 5, .numbers = kHoldsPosInf};
  values.Add(&kPlaces[0], bound);
  EXPECT_TRUE(values.PutAway(&kPlaces[0], PutInto::kCollection).has_value());
  EXPECT_FALSE(values.PutAway(&kPlaces[0], PutInto::kCollection).has_value()) << "known";
  EXPECT_EQ(values.TakenOut(PutInto::kCollection, {7, kHoldsPosInf | kHoldsNan}).size(), 1u);
  EXPECT_TRUE(values.TakenOut(PutInto::kCollection, {5, kHoldsNan}).empty());
  EXPECT_TRUE(values.TakenOut(PutInto::kVariable, {5, kHoldsPosInf}).empty());
  values.PutAway(&kPlaces[0], PutInto::kVariable);
  EXPECT_EQ(values.TakenOut(PutInto::kVariable, {5, kHoldsPosInf}).size(), 1u);
  EXPECT_TRUE(values.TakenOut(PutInto::kVariable, {7, kHoldsPosInf}).empty()) << "another value";
}

}  // namespace
}  // namespace tdbg::capture
