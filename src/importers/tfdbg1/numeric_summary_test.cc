#include "importers/tfdbg1/numeric_summary.h"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace tdbg::importers::tfdbg1 {
namespace {

using tensor::DType;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// initialised, count, NaN, low, negative, zero, positive, high, min, max, mean, variance, dtype,
// rank, dims.
const std::vector<double> kWithInfinities = {1, 8, 1, 2, 1, 3, 0, 1, -2.5, 0, -0.6, 1, 1, 2, 2, 4};

TEST(NumericSummary, WithoutBoundsCountsAreExact) {
  const auto digest = DigestOfNumericSummary(kWithInfinities, Watch{DType::kF32});
  ASSERT_TRUE(digest.ok());
  EXPECT_EQ(digest->dtype, DType::kF32);
  EXPECT_EQ(digest->shape, tensor::Shape({2, 4}));
  EXPECT_EQ(digest->elements, 8);
  EXPECT_EQ(digest->nan, 1);
  EXPECT_EQ(digest->neg_inf, 2);
  EXPECT_EQ(digest->negative, 1);
  EXPECT_EQ(digest->zero, 3);
  EXPECT_EQ(digest->positive, 0);
  EXPECT_EQ(digest->pos_inf, 1);
  EXPECT_EQ(digest->min, -2.5);
  EXPECT_EQ(digest->max, 0);
  EXPECT_EQ(digest->mean, -0.6);
  EXPECT_EQ(digest->variance, 1);
  EXPECT_EQ(digest->bad, true);
  EXPECT_EQ(digest->subnormal, std::nullopt);
}

TEST(NumericSummary, BoundsSpoilTheCountsTheyTouch) {
  // [-5, -1, 0, 1, 5] with bounds -1 and 4.5: two counted low, one high.
  const std::vector<double> numbers = {1, 5, 0, 2, 0, 1, 1, 1, -5, 5, 0, 10.4, 1, 1, 5};
  const auto digest = DigestOfNumericSummary(numbers, Watch{DType::kF32, -1, 4.5});
  ASSERT_TRUE(digest.ok());
  EXPECT_EQ(digest->neg_inf, std::nullopt);
  EXPECT_EQ(digest->pos_inf, std::nullopt);
  EXPECT_EQ(digest->positive, std::nullopt);
  EXPECT_EQ(digest->nan, 0);
  EXPECT_EQ(digest->bad, std::nullopt);
}

TEST(NumericSummary, BoundsThatNoElementReachedSpoilNothing) {
  const auto digest = DigestOfNumericSummary(kWithInfinities, Watch{DType::kF32, -3, 1});
  ASSERT_TRUE(digest.ok());
  EXPECT_EQ(digest->neg_inf, 2);
  EXPECT_EQ(digest->pos_inf, 1);
}

TEST(NumericSummary, UnknownBoundsAreNotTrusted) {
  std::vector<double> numbers = kWithInfinities;
  numbers[1] = 7, numbers[2] = 0, numbers[15] = 3.5;  // no NaN, and a shape that is none
  EXPECT_FALSE(DigestOfNumericSummary(numbers, std::nullopt).ok());
  numbers = {1, 3, 0, 1, 0, 0, 1, 1, 2, 2, 2, 0, 1, 1, 3};
  const auto digest = DigestOfNumericSummary(numbers, std::nullopt);
  ASSERT_TRUE(digest.ok());
  EXPECT_EQ(digest->neg_inf, std::nullopt);
  EXPECT_EQ(digest->bad, std::nullopt);
}

TEST(NumericSummary, UninitialisedAndEmpty) {
  const auto uninitialised = DigestOfNumericSummary(
      std::vector<double>{0, 0, 0, 0, 0, 0, 0, 0, kInf, -kInf, kNaN, kNaN, 1, 1, 2}, Watch{});
  ASSERT_TRUE(uninitialised.ok());
  EXPECT_FALSE(uninitialised->initialized);
  EXPECT_EQ(uninitialised->bad, false);
  EXPECT_EQ(uninitialised->nan, std::nullopt);
  const auto empty = DigestOfNumericSummary(
      std::vector<double>{1, 0, 0, 0, 0, 0, 0, 0, kInf, -kInf, kNaN, kNaN, 1, 2, 0, 3}, Watch{});
  ASSERT_TRUE(empty.ok());
  EXPECT_TRUE(empty->initialized);
  EXPECT_EQ(empty->bad, false);
  EXPECT_EQ(empty->min, std::nullopt);
  EXPECT_EQ(empty->mean, std::nullopt);
}

TEST(NumericSummary, The12NumbersOf2016) {
  // initialised, count, -inf, negative, zero, positive, +inf, NaN, min, max, mean, variance.
  const auto digest = DigestOfNumericSummary(
      std::vector<double>{1, 21, 1, 2, 3, 4, 5, 6, -1, 9, 2, 3}, Watch{DType::kF64});
  ASSERT_TRUE(digest.ok());
  EXPECT_EQ(digest->dtype, DType::kF64);
  EXPECT_EQ(digest->neg_inf, 1);
  EXPECT_EQ(digest->negative, 2);
  EXPECT_EQ(digest->zero, 3);
  EXPECT_EQ(digest->positive, 4);
  EXPECT_EQ(digest->pos_inf, 5);
  EXPECT_EQ(digest->nan, 6);
  EXPECT_EQ(digest->max, 9);
  EXPECT_EQ(digest->shape, std::nullopt);
}

TEST(NumericSummary, RefusesContradictions) {
  for (const auto& [position, number] : std::vector<std::pair<size_t, double>>{
           {0, 2}, {1, 7}, {2, -1}, {3, 0.5}, {5, kNaN}, {12, 99}, {12, 1.5}, {13, 3}, {14, 3}}) {
    std::vector<double> numbers = kWithInfinities;
    numbers[position] = number;
    EXPECT_FALSE(DigestOfNumericSummary(numbers, Watch{}).ok()) << position << " " << number;
  }
  EXPECT_FALSE(DigestOfNumericSummary(std::vector<double>(13, 0.0), Watch{}).ok());
  EXPECT_FALSE(DigestOfNumericSummary({}, Watch{}).ok());
}

TEST(NanCount, TellsNothingOfInfinities) {
  EXPECT_EQ(DigestOfNanCount(2, Watch{DType::kF32})->bad, true);
  EXPECT_EQ(DigestOfNanCount(0, Watch{DType::kF32})->bad, std::nullopt);
  EXPECT_EQ(DigestOfNanCount(0, std::nullopt)->bad, std::nullopt);
  EXPECT_EQ(DigestOfNanCount(0, Watch{DType::kI32})->bad, false);
  EXPECT_FALSE(DigestOfNanCount(-1, Watch{}).ok());
}

}  // namespace
}  // namespace tdbg::importers::tfdbg1
