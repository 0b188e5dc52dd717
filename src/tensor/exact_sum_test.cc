#include "tensor/exact_sum.h"

#include <bit>
#include <cfloat>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace tdbg::tensor {
namespace {

long double SumOf(const std::vector<double>& values) {
  ExactSum sum;
  for (const double value : values) sum.Add(std::bit_cast<uint64_t>(value));
  return sum.Value();
}

TEST(ExactSum, NothingIsZero) { EXPECT_EQ(SumOf({}), 0.0L); }

TEST(ExactSum, OneNumberIsItself) {
  for (const double value : {1.0, -1.0, 0.1, -0.1, DBL_MAX, -DBL_MAX, DBL_MIN, DBL_TRUE_MIN,
                             -DBL_TRUE_MIN, 0.0, 0x1p32, 0x1p-32, 0x1.fffffffffffffp31}) {
    EXPECT_EQ(SumOf({value}), static_cast<long double>(value)) << value;
  }
}

TEST(ExactSum, CancelsCompletely) {
  EXPECT_EQ(SumOf({DBL_MAX, 1.0, DBL_TRUE_MIN, -DBL_MAX, -1.0}), 0x1p-1074L);
  EXPECT_EQ(SumOf({1e16, 1.0, -1e16}), 1.0L);
  EXPECT_EQ(SumOf({-1e300, 1e-300, 1e300}), static_cast<long double>(1e-300));
  EXPECT_EQ(SumOf({0.1, -0.1}), 0.0L);
}

TEST(ExactSum, NegativeSums) {
  EXPECT_EQ(SumOf({-1.0, 0x1p-60}), -1.0L + 0x1p-60L);
  EXPECT_EQ(SumOf({1.0, -0x1p64}), 1.0L - 0x1p64L);
  EXPECT_EQ(SumOf({DBL_TRUE_MIN, -DBL_MIN}), -static_cast<long double>(DBL_MIN) + 0x1p-1074L);
}

TEST(ExactSum, PassesTheRangeOfDouble) {
  const std::vector<double> values(1000, -DBL_MAX);
  EXPECT_EQ(SumOf(values), -1000 * static_cast<long double>(DBL_MAX));
}

TEST(ExactSum, ManySmallOnesBesideALargeOne) {
  std::vector<double> values(4096, 0x1p-53);
  values.push_back(1.0);
  EXPECT_EQ(SumOf(values), 1.0L + 0x1p-41L);
}

}  // namespace
}  // namespace tdbg::tensor
