#include "tensor/dtype.h"

#include <gtest/gtest.h>

namespace tdbg::tensor {
namespace {

TEST(DType, NumbersAndNamesLeadBackToTheType) {
  for (int number = 1; number < kDTypeCount; ++number) {
    const std::optional<DType> dtype = DTypeFromNumber(number);
    ASSERT_TRUE(dtype.has_value()) << number;
    EXPECT_EQ(static_cast<int>(*dtype), number);
    EXPECT_EQ(DTypeFromName(Info(*dtype).name), dtype) << number;
    EXPECT_EQ(DTypeFromName(Info(*dtype).short_name), dtype) << number;
  }
}

TEST(DType, OtherNumbersAndNamesAreNoType) {
  for (const int64_t number : {int64_t{-1}, int64_t{0}, int64_t{34}, int64_t{101}, INT64_MAX}) {
    EXPECT_FALSE(DTypeFromNumber(number).has_value()) << number;
  }
  EXPECT_FALSE(DTypeFromName("float").has_value());
  EXPECT_FALSE(DTypeFromName("").has_value());
  EXPECT_FALSE(DTypeFromName("invalid").has_value());
  EXPECT_EQ(Info(static_cast<DType>(200)).cls, DTypeClass::kNone);
}

TEST(DType, SizesAndClasses) {
  EXPECT_EQ(Info(DType::kComplex128).bytes, 16);
  EXPECT_EQ(Info(DType::kBF16).bytes, 2);
  EXPECT_EQ(Info(DType::kI4).bytes, 1);
  EXPECT_EQ(Info(DType::kI4).bits, 4);
  EXPECT_EQ(Info(DType::kU2).bits, 2);
  EXPECT_EQ(Info(DType::kF4E2M1FN).cls, DTypeClass::kFloat);
  EXPECT_EQ(Info(DType::kQU16).cls, DTypeClass::kUnsigned);
  EXPECT_TRUE(IsOpaque(DType::kVariant));
  EXPECT_FALSE(HasNumbers(DType::kString));
  EXPECT_FALSE(HasNumbers(DType::kInvalid));
  EXPECT_TRUE(HasNumbers(DType::kBool));
}

}  // namespace
}  // namespace tdbg::tensor
