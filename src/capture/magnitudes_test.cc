#include "capture/magnitudes.h"

#include <limits>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "tensor/finite_check.h"

namespace tdbg::capture {
namespace {

constexpr uint32_t kF32 = 1, kF64 = 2, kI32 = 3;

tdbg_tensor Of(const std::vector<float>& values, uint32_t dtype = kF32) {
  return {.data = values.data(),
          .bytes = values.size() * sizeof(float),
          .dims = nullptr,
          .rank = 0,
          .dtype = dtype,
          .flags = TDBG_FOLLOWED};
}

class MagnitudesTest : public testing::Test {
 protected:
  // 0: something bad may come of it.
  uint32_t Bound(uint32_t growth, const std::vector<tdbg_tensor>& inputs) const {
    return magnitudes_->BoundOf(growth, inputs);
  }
  void Remember(const std::vector<float>& values) {
    magnitudes_->Remember(
        Of(values), tensor::LargestExponent(values.data(), static_cast<int64_t>(values.size())));
  }
  const std::unique_ptr<Magnitudes> magnitudes_ = std::make_unique<Magnitudes>();
};

TEST_F(MagnitudesTest, SmallTensorsAreReadAtOnce) {
  const std::vector<float> one(4, 1.0f), large(4, 1e20f), largest(4, 3e38f);
  EXPECT_NE(Bound(TDBG_GROWS_LIKE_PRODUCT, {Of(one), Of(large)}), 0u);
  EXPECT_EQ(Bound(TDBG_GROWS_LIKE_PRODUCT, {Of(large), Of(large)}), 0u);
  EXPECT_NE(Bound(TDBG_GROWS_LIKE_SUM, {Of(large), Of(large)}), 0u);
  EXPECT_EQ(Bound(TDBG_GROWS_LIKE_SUM, {Of(largest), Of(one)}), 0u);
  EXPECT_NE(Bound(TDBG_GROWS_LIKE_SQUARE, {Of(one)}), 0u);
  EXPECT_EQ(Bound(TDBG_GROWS_LIKE_SQUARE, {Of(large)}), 0u);
  EXPECT_NE(Bound(TDBG_GROWS_LIKE_DOT, {Of(one), Of(large)}), 0u);
  EXPECT_EQ(Bound(TDBG_GROWS_LIKE_DOT, {Of(large), Of(large)}), 0u);
  EXPECT_NE(Bound(TDBG_GROWS_LIKE_TOTAL, {Of(large)}), 0u);
  EXPECT_EQ(Bound(TDBG_GROWS_LIKE_TOTAL, {Of(largest)}), 0u);
}

TEST_F(MagnitudesTest, LargeOnesAreRemembered) {
  const std::vector<float> values(1000, 2.0f), others(1000, 2.0f);
  EXPECT_EQ(Bound(TDBG_GROWS_LIKE_SUM, {Of(values)}), 0u) << "nobody has measured it";
  Remember(values);
  EXPECT_NE(Bound(TDBG_GROWS_LIKE_SUM, {Of(values), Of(values)}), 0u);
  EXPECT_EQ(Bound(TDBG_GROWS_LIKE_SUM, {Of(values), Of(others)}), 0u);
}

TEST_F(MagnitudesTest, OnlyFollowedOnesAreKnown) {
  const std::vector<float> values(1000, 2.0f);
  tdbg_tensor elsewhere = Of(values);
  elsewhere.flags = 0;
  Remember(values);
  EXPECT_EQ(Bound(TDBG_GROWS_LIKE_SUM, {elsewhere}), 0u);
  magnitudes_->Forget(values.data());
  magnitudes_->Remember(elsewhere, 127);
  EXPECT_EQ(Bound(TDBG_GROWS_LIKE_SUM, {Of(values)}), 0u);
}

TEST_F(MagnitudesTest, TheLastOneInAPlaceCounts) {
  const std::vector<float> values(1000, 2.0f);
  Remember(values);
  magnitudes_->Remember(Of(values), tensor::kBadExponent);
  EXPECT_EQ(Bound(TDBG_GROWS_LIKE_SUM, {Of(values)}), 0u) << "nobody knows what was written there";
}

TEST_F(MagnitudesTest, FreedMemoryIsForgotten) {
  const std::vector<float> values(1000, 2.0f), others(1000, 2.0f);
  Remember(values);
  Remember(others);
  magnitudes_->Forget(values.data());
  EXPECT_EQ(Bound(TDBG_GROWS_LIKE_SUM, {Of(values)}), 0u);
  EXPECT_NE(Bound(TDBG_GROWS_LIKE_SUM, {Of(others)}), 0u);
  magnitudes_->Forget(nullptr);
  EXPECT_NE(Bound(TDBG_GROWS_LIKE_SUM, {Of(others)}), 0u);
}

TEST_F(MagnitudesTest, NothingIsKnownOverAChange) {
  const std::vector<float> values(1000, 2.0f), one(4, 1.0f);
  Remember(values);
  {
    const Magnitudes::Change change(*magnitudes_);
    EXPECT_EQ(Bound(TDBG_GROWS_LIKE_SUM, {Of(values)}), 0u);
    EXPECT_EQ(Bound(TDBG_GROWS_LIKE_SUM, {Of(one)}), 0u);
  }
  EXPECT_EQ(Bound(TDBG_GROWS_LIKE_SUM, {Of(values)}), 0u);
  EXPECT_NE(Bound(TDBG_GROWS_LIKE_SUM, {Of(one)}), 0u) << "it is read at once";
  Remember(values);
  EXPECT_NE(Bound(TDBG_GROWS_LIKE_SUM, {Of(values)}), 0u);
}

TEST_F(MagnitudesTest, WhatIsNotKnownMayBeBad) {
  const std::vector<float> one(4, 1.0f);
  EXPECT_EQ(Bound(TDBG_GROWS_FREELY, {Of(one)}), 0u);
  EXPECT_EQ(Bound(TDBG_GROWS_LIKE_SUM, {}), 0u);
  EXPECT_EQ(Bound(TDBG_GROWS_LIKE_TOTAL, {Of({})}), 0u) << "the mean of nothing is NaN";
  EXPECT_EQ(Bound(TDBG_GROWS_LIKE_SUM, {Of(one, kF64)}), 0u);
  EXPECT_EQ(Bound(TDBG_GROWS_LIKE_SUM, {Of(one), Of(one, kF64)}), 0u);
  EXPECT_EQ(Bound(TDBG_GROWS_LIKE_SUM, {Of({std::numeric_limits<float>::infinity()})}), 0u);
  EXPECT_EQ(Bound(TDBG_GROWS_LIKE_SUM, {Of(one, kI32)}), 0u);
  EXPECT_EQ(Bound(TDBG_GROWS_LIKE_SUM, {Of(one), Of(one, kI32)}),
            Bound(TDBG_GROWS_LIKE_SUM, {Of(one)}))
      << "axes and shapes do not count";
  const tdbg_tensor x = Of(one);
  EXPECT_EQ(Bound(TDBG_GROWS_LIKE_DOT, {x, x, x, x, x, x}), 0u) << "fused with something";
}

TEST_F(MagnitudesTest, OnceWrongNeverAgain) {
  const std::vector<float> one(4, 1.0f);
  EXPECT_NE(Bound(TDBG_GROWS_LIKE_SUM, {Of(one)}), 0u);
  magnitudes_->Disprove();
  EXPECT_EQ(Bound(TDBG_GROWS_LIKE_SUM, {Of(one)}), 0u);
}

}  // namespace
}  // namespace tdbg::capture
