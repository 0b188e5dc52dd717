#include "vocabulary/detail.h"

#include <gtest/gtest.h>

namespace tdbg {
namespace {

TEST(Detail, EachNameIsOneDetails) {
  for (int number = 0; number < static_cast<int>(Detail::kUnknown); ++number) {
    const auto detail = static_cast<Detail>(number);
    ASSERT_STRNE(DetailName(detail), "") << number;
    EXPECT_EQ(DetailNamed(DetailName(detail)), detail) << DetailName(detail);
  }
  EXPECT_STREQ(DetailName(Detail::kUnknown), "");
  EXPECT_EQ(DetailNamed(""), Detail::kUnknown);
  EXPECT_EQ(DetailNamed("everything"), Detail::kUnknown);
}

TEST(Detail, TheNumbersOfNativeTracesStay) {
  EXPECT_EQ(static_cast<int>(Detail::kNoTensor), 0);
  EXPECT_EQ(static_cast<int>(Detail::kCurtHealth), 1);
  EXPECT_EQ(static_cast<int>(Detail::kConciseHealth), 2);
  EXPECT_EQ(static_cast<int>(Detail::kFullHealth), 3);
  EXPECT_EQ(static_cast<int>(Detail::kShape), 4);
  EXPECT_EQ(static_cast<int>(Detail::kFullTensor), 5);
}

TEST(Detail, TensorFlowsModesAreThereAndBack) {
  for (const int mode : {1, 2, 3, 4, 5, 7, 8}) {
    EXPECT_EQ(TensorFlowMode(DetailOfTensorFlowMode(mode)), mode);
  }
  EXPECT_EQ(DetailOfTensorFlowMode(4), Detail::kFullHealth);
  for (const int64_t none : {0, 6, 9, -1}) {
    EXPECT_EQ(DetailOfTensorFlowMode(none), Detail::kUnknown) << none;
  }
  EXPECT_EQ(TensorFlowMode(Detail::kAuto), 0);
}

TEST(Detail, DebugOpsOfTfdbg1) {
  for (const char* const op : {"DebugIdentity", "DebugNanCount", "DebugNumericSummary"}) {
    EXPECT_EQ(DebugOpName(DetailOfDebugOp(op)), op);
  }
  EXPECT_EQ(DetailOfDebugOp("DebugIdentityV3"), Detail::kFullTensor);
  EXPECT_EQ(DetailOfDebugOp("DebugSomething"), Detail::kUnknown);
  EXPECT_EQ(DetailOfDebugOp(""), Detail::kUnknown);
}

TEST(Detail, WhatTellsMore) {
  constexpr Detail kByContent[] = {Detail::kNoTensor,   Detail::kShape,
                                   Detail::kCurtHealth, Detail::kConciseHealth,
                                   Detail::kFullHealth, Detail::kFullTensor};
  for (const Detail& one : kByContent) {
    for (const Detail& other : kByContent) EXPECT_EQ(TellsMore(one, other), &one > &other);
  }
}

}  // namespace
}  // namespace tdbg
