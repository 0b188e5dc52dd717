// What health says of tensors whose health is known.
#include "tensor/health.h"

#include <cmath>
#include <complex>
#include <limits>
#include <string_view>

#include <gtest/gtest.h>

#include "tensor/random_elements.h"

namespace tdbg::tensor {
namespace {

constexpr double kInfF64 = std::numeric_limits<double>::infinity();
constexpr double kNanF64 = std::numeric_limits<double>::quiet_NaN();
constexpr float kInfF = std::numeric_limits<float>::infinity();
constexpr float kNanF = std::numeric_limits<float>::quiet_NaN();

using Compute = Health (*)(const TensorView&);

class HealthTest : public testing::TestWithParam<Compute> {
 protected:
  template <typename T>
  static Health Of(DType dtype, const std::vector<T>& elements) {
    return GetParam()(VectorView(dtype, elements));
  }
};

INSTANTIATE_TEST_SUITE_P(All, HealthTest, testing::Values(ComputeHealth, ComputeHealthScalar),
                         [](const testing::TestParamInfo<Compute>& compute) {
                           return compute.index == 0 ? "vectors" : "scalar";
                         });

TEST_P(HealthTest, EveryKindOfFloat) {
  const Health health = Of<float>(
      DType::kF32, {1, -2, 0.0f, -0.0f, kNanF, kInfF, -kInfF, -kInfF, 1e-45f, -1e-40f, 4});
  EXPECT_EQ(health.elements, 11);
  EXPECT_EQ(health.nan, 1);
  EXPECT_EQ(health.pos_inf, 1);
  EXPECT_EQ(health.neg_inf, 2);
  EXPECT_EQ(health.zero, 2);
  EXPECT_EQ(health.negative, 2);
  EXPECT_EQ(health.positive, 3);
  EXPECT_EQ(health.subnormal, 2);
  EXPECT_EQ(health.bad(), 4);
  EXPECT_EQ(health.finite(), 7);
  EXPECT_EQ(health.first_bad, 4);
  EXPECT_EQ(health.min, -2);
  EXPECT_EQ(health.max, 4);
  EXPECT_NEAR(health.mean, 3.0 / 7, 1e-7);
  EXPECT_NEAR(health.variance, 3.0 - 9.0 / 49, 3e-6);
  EXPECT_NEAR(health.l2, std::sqrt(21.0), 1e-6);
}

TEST_P(HealthTest, NoElements) {
  for (const DType dtype : AllDTypesWithNumbers()) {
    const Health health = Of<uint8_t>(dtype, {});
    EXPECT_EQ(health.elements, 0);
    EXPECT_EQ(health.finite() + health.bad(), 0);
    EXPECT_EQ(health.first_bad, -1);
    EXPECT_TRUE(std::isnan(health.min) && std::isnan(health.max) && std::isnan(health.mean));
    EXPECT_TRUE(std::isnan(health.variance) && std::isnan(health.l2));
  }
}

TEST_P(HealthTest, NoFiniteElement) {
  const Health health = Of<double>(DType::kF64, {kNanF64, kInfF64, -kInfF64});
  EXPECT_EQ(health.bad(), 3);
  EXPECT_EQ(health.first_bad, 0);
  EXPECT_TRUE(std::isnan(health.min) && std::isnan(health.max) && std::isnan(health.mean));
  EXPECT_TRUE(std::isnan(health.variance) && std::isnan(health.l2));
}

TEST_P(HealthTest, AScalar) {
  const float value = -3;
  const Health health = GetParam()(TensorView::Contiguous(DType::kF32, Shape{}, &value));
  EXPECT_EQ(health.elements, 1);
  EXPECT_EQ(health.negative, 1);
  EXPECT_EQ(health.min, -3);
  EXPECT_EQ(health.max, -3);
  EXPECT_EQ(health.mean, -3);
  EXPECT_EQ(health.variance, 0);
  EXPECT_EQ(health.l2, 3);
}

TEST_P(HealthTest, EqualElementsHaveNoVarianceAndTheirOwnMean) {
  const Health ones = Of(DType::kF32, std::vector<float>(100000, 0.1f));
  EXPECT_EQ(ones.mean, double{0.1f});
  EXPECT_EQ(ones.variance, 0);
  const Health zeros = Of(DType::kF32, std::vector<float>(100000, -0.0f));
  EXPECT_EQ(zeros.zero, 100000);
  EXPECT_EQ(zeros.negative, 0);
  EXPECT_EQ(zeros.mean, 0);
  EXPECT_EQ(zeros.variance, 0);
  EXPECT_EQ(zeros.l2, 0);
}

TEST_P(HealthTest, AZeroIsPositive) {
  const Health health = Of<float>(DType::kF32, {-0.0f, -1});
  EXPECT_EQ(health.max, 0);
  EXPECT_FALSE(std::signbit(health.max));
}

TEST_P(HealthTest, FirstBadFarInside) {
  std::vector<float> elements(100001, 1.5f);
  elements[77777] = kInfF;
  elements[99999] = kNanF;
  const Health health = Of(DType::kF32, elements);
  EXPECT_EQ(health.first_bad, 77777);
  EXPECT_EQ(health.pos_inf, 1);
  EXPECT_EQ(health.nan, 1);
  EXPECT_EQ(health.positive, 99999);
}

TEST_P(HealthTest, ComplexElements) {
  using Complex = std::complex<float>;
  const Health health =
      Of<Complex>(DType::kComplex64, {
                                         {3, -4},          // positive: the real part decides
                                         {-1, 5},          // negative
                                         {0, -2},          // negative: the real part is zero
                                         {-0.0f, 2},       // positive
                                         {0, -0.0f},       // zero
                                         {kInfF, -kInfF},  // +infinity: the real part decides
                                         {1, -kInfF},      // -infinity
                                         {kNanF, kInfF},   // NaN
                                         {-kInfF, kNanF},  // NaN
                                         {1e-40f, 1},      // positive, and subnormal
                                     });
  EXPECT_EQ(health.elements, 10);
  EXPECT_EQ(health.positive, 3);
  EXPECT_EQ(health.negative, 2);
  EXPECT_EQ(health.zero, 1);
  EXPECT_EQ(health.pos_inf, 1);
  EXPECT_EQ(health.neg_inf, 1);
  EXPECT_EQ(health.nan, 2);
  EXPECT_EQ(health.subnormal, 1);
  EXPECT_EQ(health.first_bad, 5);
  EXPECT_NEAR(health.l2, std::sqrt(25.0 + 26 + 4 + 4 + 1), 1e-6);
  EXPECT_TRUE(std::isnan(health.min) && std::isnan(health.max));
  EXPECT_TRUE(std::isnan(health.mean) && std::isnan(health.variance));
}

TEST_P(HealthTest, Integers) {
  const Health bytes = Of<int8_t>(DType::kI8, {-128, 127, 0, -1, 5});
  EXPECT_EQ(bytes.negative, 2);
  EXPECT_EQ(bytes.zero, 1);
  EXPECT_EQ(bytes.positive, 2);
  EXPECT_EQ(bytes.min, -128);
  EXPECT_EQ(bytes.max, 127);
  EXPECT_DOUBLE_EQ(bytes.mean, 3.0 / 5);
  const Health longs = Of<uint64_t>(DType::kU64, {0, UINT64_MAX});
  EXPECT_EQ(longs.positive, 1);
  EXPECT_EQ(longs.max, 0x1p64);
  EXPECT_EQ(longs.mean, 0x1p63);
  EXPECT_EQ(longs.variance, 0x1p126);
  const Health nibbles = Of<uint8_t>(DType::kI4, {0x0f, 0x08, 0x07, 0x00});
  EXPECT_EQ(nibbles.min, -8);
  EXPECT_EQ(nibbles.max, 7);
  EXPECT_EQ(nibbles.negative, 2);
  const Health bools = Of<uint8_t>(DType::kBool, {0, 1, 2, 255});
  EXPECT_EQ(bools.zero, 1);
  EXPECT_EQ(bools.positive, 3);
  EXPECT_EQ(bools.max, 1);
  EXPECT_EQ(bools.mean, 0.75);
}

TEST_P(HealthTest, NarrowFloats) {
  // -0.5, 6, 0, -0: half is the only subnormal of fp4.
  const Health fp4 = Of<uint8_t>(DType::kF4E2M1FN, {0x09, 0x07, 0x00, 0x08});
  EXPECT_EQ(fp4.min, -0.5);
  EXPECT_EQ(fp4.max, 6);
  EXPECT_EQ(fp4.zero, 2);
  EXPECT_EQ(fp4.subnormal, 1);
  // The largest of each, the NaN of each, the smallest of each.
  const Health e4m3 = Of<uint8_t>(DType::kF8E4M3FN, {0x7e, 0xff, 0x01});
  EXPECT_EQ(e4m3.max, 448);
  EXPECT_EQ(e4m3.nan, 1);
  EXPECT_EQ(e4m3.min, 0x1p-9);
  const Health fnuz = Of<uint8_t>(DType::kF8E5M2FNUZ, {0x7f, 0x80, 0x01, 0x04});
  EXPECT_EQ(fnuz.max, 57344);
  EXPECT_EQ(fnuz.nan, 1);
  EXPECT_EQ(fnuz.min, 0x1p-17);
  EXPECT_EQ(fnuz.subnormal, 1);
  const Health e5m2 = Of<uint8_t>(DType::kF8E5M2, {0x7b, 0x7c, 0xfc, 0x7d});
  EXPECT_EQ(e5m2.max, 57344);
  EXPECT_EQ(e5m2.pos_inf, 1);
  EXPECT_EQ(e5m2.neg_inf, 1);
  EXPECT_EQ(e5m2.nan, 1);
}

TEST_P(HealthTest, OpaqueElementsAreCountedAndNoMore) {
  const std::vector<std::string_view> texts = {"a", "b"};
  const auto view = TensorView::Contiguous(DType::kString, Shape{2}, texts.data());
  const Health health = GetParam()(view);
  EXPECT_EQ(health.elements, 2);
  EXPECT_EQ(health.finite() + health.bad(), 0);
  EXPECT_EQ(health.first_bad, -1);
}

}  // namespace
}  // namespace tdbg::tensor
