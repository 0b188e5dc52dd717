#include "capture/magnitudes.h"

#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "tensor/finite_check.h"

namespace tdbg::capture {
namespace {

constexpr uint32_t kF32 = 1, kF64 = 2;

tdbg_tensor Of(const std::vector<float>& values, uint32_t dtype = kF32) {
  return {.data = values.data(),
          .bytes = values.size() * sizeof(float),
          .dims = nullptr,
          .rank = 0,
          .dtype = dtype};
}

class MagnitudesTest : public testing::Test {
 protected:
  bool Can(uint32_t flags, const std::vector<tdbg_tensor>& inputs) const {
    return magnitudes_->CanGiveBirth(flags, inputs);
  }
  void Remember(const std::vector<float>& values) {
    magnitudes_->Remember(
        Of(values), tensor::LargestExponent(values.data(), static_cast<int64_t>(values.size())));
  }
  const std::unique_ptr<Magnitudes> magnitudes_ = std::make_unique<Magnitudes>();
};

TEST_F(MagnitudesTest, SmallTensorsAreReadAtOnce) {
  const std::vector<float> one(4, 1.0f), large(4, 1e20f), largest(4, 3e38f);
  EXPECT_FALSE(Can(TDBG_LIKE_PRODUCT, {Of(one), Of(large)}));
  EXPECT_TRUE(Can(TDBG_LIKE_PRODUCT, {Of(large), Of(large)}));
  EXPECT_FALSE(Can(TDBG_LIKE_SUM, {Of(large), Of(large)}));
  EXPECT_TRUE(Can(TDBG_LIKE_SUM, {Of(largest), Of(one)}));
  EXPECT_FALSE(Can(TDBG_LIKE_SQUARE, {Of(one)}));
  EXPECT_TRUE(Can(TDBG_LIKE_SQUARE, {Of(large)}));
}

TEST_F(MagnitudesTest, LargeOnesAreRemembered) {
  const std::vector<float> values(1000, 2.0f), others(1000, 2.0f);
  EXPECT_TRUE(Can(TDBG_LIKE_SUM, {Of(values), Of(values)})) << "nobody has measured it";
  Remember(values);
  EXPECT_FALSE(Can(TDBG_LIKE_SUM, {Of(values), Of(values)}));
  EXPECT_TRUE(Can(TDBG_LIKE_SUM, {Of(values), Of(others)}));
  std::vector<float> part = values;
  part.resize(999);
  EXPECT_TRUE(Can(TDBG_LIKE_SUM, {Of(values), Of(part)}));
}

TEST_F(MagnitudesTest, AnotherSizeIsAnotherTensor) {
  constexpr size_t kBytes = 128 << 10;
  const std::vector<float> values(kBytes / sizeof(float), 2.0f);
  Remember(values);
  tdbg_tensor half = Of(values);
  EXPECT_FALSE(Can(TDBG_LIKE_SUM, {half}));
  half.bytes = kBytes / 2;
  EXPECT_TRUE(Can(TDBG_LIKE_SUM, {half}));
}

TEST_F(MagnitudesTest, WhatIsNotKnownMayBeBad) {
  const std::vector<float> one(4, 1.0f);
  EXPECT_TRUE(Can(0, {Of(one)})) << "an op of unknown growth";
  EXPECT_TRUE(Can(TDBG_LIKE_SUM, {}));
  EXPECT_TRUE(Can(TDBG_LIKE_SUM, {Of(one, kF64)}));
  EXPECT_TRUE(Can(TDBG_LIKE_SUM, {Of({std::numeric_limits<float>::infinity()})}));
}

// The claim itself, at the edge: where it says no, nothing bad comes out.
TEST_F(MagnitudesTest, ItIsRight) {
  for (int a = -126; a < 128; ++a) {
    for (int b = -126; b < 128; b += 3) {
      const float x = std::ldexp(1.9999999f, a), y = std::ldexp(1.9999999f, b);
      const std::vector<float> first = {x}, second = {y};
      const auto claims = [&](uint32_t flags) { return !Can(flags, {Of(first), Of(second)}); };
      ASSERT_TRUE(!claims(TDBG_LIKE_PRODUCT) || std::isfinite(x * y)) << x << " " << y;
      ASSERT_TRUE(!claims(TDBG_LIKE_SUM) || std::isfinite(x + y)) << x << " " << y;
      ASSERT_TRUE(!claims(TDBG_LIKE_SQUARE) || std::isfinite((x + y) * (x + y))) << x << " " << y;
    }
  }
}

}  // namespace
}  // namespace tdbg::capture
