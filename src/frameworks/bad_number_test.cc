#include "frameworks/bad_number.h"

#include <gtest/gtest.h>

#include "frameworks/op_types.h"

namespace tdbg::frameworks {
namespace {

using enum BadNumber;

TEST(BadNumber, WhatOpsSurelyMakeOfIt) {
  EXPECT_EQ(MadeOf("Sum", 0, kNegInf), kNegInf);
  EXPECT_EQ(MadeOf("Neg", 0, kNegInf), kPosInf);
  EXPECT_EQ(MadeOf("Sub", 0, kNegInf), kNegInf);
  EXPECT_EQ(MadeOf("Sub", 1, kNegInf), kPosInf);
  EXPECT_EQ(MadeOf("Mul", 0, kNan), kNan);
  EXPECT_EQ(MadeOf("Mul", 0, kPosInf), BadNumbers(kPosInf) | kNegInf) << "by a sign nobody knows";
  EXPECT_EQ(MadeOf("_MklNativeMatMul", 0, kNan), kNan);
}

TEST(BadNumber, WhatOpsMayMakeFinite) {
  EXPECT_TRUE(MadeOf("Softmax", 0, kNegInf).empty());
  EXPECT_EQ(MadeOf("Softmax", 0, kPosInf), kPosInf);
  EXPECT_TRUE(MadeOf("Exp", 0, kNegInf).empty());
  EXPECT_TRUE(MadeOf("RealDiv", 1, kPosInf).empty());
  EXPECT_FALSE(MadeOf("RealDiv", 0, kPosInf).empty());
  EXPECT_FALSE(MadeOf("RealDiv", 1, kNan).empty());
  for (const BadNumber number : kBadNumbers) {
    EXPECT_TRUE(MadeOf("SelectV2", 1, number).empty());
    EXPECT_TRUE(MadeOf("GatherV2", 0, number).empty());
  }
  EXPECT_TRUE(MadeOf("Minimum", 0, kPosInf).empty());
  EXPECT_FALSE(MadeOf("Minimum", 0, kNegInf).empty());
}

}  // namespace
}  // namespace tdbg::frameworks
