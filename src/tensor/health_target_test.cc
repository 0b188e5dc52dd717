// Every SIMD target that this machine has against the scalar reference, and both against moments in
// quadruple precision.
#include "tensor/health_target.h"

#include <cmath>
#include <cstdio>
#include <cstring>

#include <gtest/gtest.h>

#include "tensor/quad_moments.h"
#include "tensor/random_elements.h"

namespace tdbg::tensor {
namespace {

// NaN is the same as NaN.
void ExpectSame(double a, double b, const char* what) {
  if (std::isnan(a) && std::isnan(b)) return;
  EXPECT_EQ(a, b) << what;
}

void ExpectSameCounts(const Health& a, const Health& b) {
  EXPECT_EQ(a.elements, b.elements);
  EXPECT_EQ(a.neg_inf, b.neg_inf);
  EXPECT_EQ(a.pos_inf, b.pos_inf);
  EXPECT_EQ(a.nan, b.nan);
  EXPECT_EQ(a.negative, b.negative);
  EXPECT_EQ(a.zero, b.zero);
  EXPECT_EQ(a.positive, b.positive);
  EXPECT_EQ(a.subnormal, b.subnormal);
  EXPECT_EQ(a.first_bad, b.first_bad);
  ExpectSame(a.min, b.min, "min");
  ExpectSame(a.max, b.max, "max");
}

// The moments of ComputeRunHealth are as near to the truth as it promises. What does not fit a
// double is infinite on both sides.
void ExpectQuickMoments(DType dtype, const QuadMoments& truth, const Health& health) {
  if (health.finite() == 0 || Info(dtype).cls == DTypeClass::kComplex) return;
  const auto expect_near = [](double actual, long double expected, long double error) {
    if (actual == static_cast<double>(expected)) return;
    // The last bits of a subnormal double are more than the error.
    EXPECT_LE(std::abs(actual - expected), std::max(error, 0x1p-1075L)) << actual;
  };
  const long double l2 = std::sqrt(static_cast<long double>(truth.squares));
  const long double rms = l2 / std::sqrt(static_cast<long double>(health.finite()));
  const auto variance = static_cast<long double>(truth.variance);
  expect_near(health.l2, l2, 1e-6L * l2);
  expect_near(health.mean, static_cast<long double>(truth.mean), 1e-6L * rms);
  expect_near(health.variance, variance, 1e-5L * variance);
}

// Stops at the first tensor that differs.
bool AllAgree(const TensorView& view) {
  const QuadMoments truth = ComputeQuadMoments(view);
  const Health scalar = ComputeHealthScalar(view);
  EXPECT_EQ(scalar.elements, scalar.bad() + scalar.finite());
  ExpectMoments(view.dtype, truth, scalar);
  for (const HealthTarget& target : HealthTargets()) {
    if (!target.supported()) continue;
    SCOPED_TRACE(target.name);
    const Health health = ComputeHealthOn(target, view);
    ExpectSameCounts(health, scalar);
    ExpectMoments(view.dtype, truth, health);
    if (!view.IsContiguous()) continue;
    const Health quick = ComputeRunHealthOn(target, view.dtype, view.data, view.num_elements());
    ExpectSameCounts(quick, scalar);
    ExpectQuickMoments(view.dtype, truth, quick);
  }
  return !testing::Test::HasFailure();
}

TEST(HealthTargets, ThisMachineHasOne) {
  ASSERT_FALSE(HealthTargets().empty());
  bool any = false;
  for (const HealthTarget& target : HealthTargets()) {
    std::printf("%s: %s\n", target.name.data(), target.supported() ? "tested" : "not here");
    any |= target.supported();
  }
  EXPECT_TRUE(any) << "only the scalar path would be tested here";
}

// From nothing to more than three of the widest steps, at every kind of alignment.
TEST(HealthTargets, AllLengthsOfAllDTypes) {
  RandomElements random(1);
  for (const DType dtype : AllDTypesWithNumbers()) {
    const size_t most = 3 * 64 / Info(dtype).bytes + 130;
    for (size_t n = 0; n <= most; n += n < 70 ? 1 : 13) {
      for (const Mix mix : {Mix::kOrdinary, Mix::kZeros, Mix::kSpecials}) {
        const auto elements = random.Make(dtype, n, mix);
        std::vector<std::byte> unaligned(elements.size() + 64);
        const size_t offset = random.Below(64);
        if (n > 0) std::memcpy(unaligned.data() + offset, elements.data(), elements.size());
        const auto view = TensorView::Contiguous(dtype, Shape{static_cast<int64_t>(n)},
                                                 unaligned.data() + offset);
        ASSERT_TRUE(AllAgree(view)) << Info(dtype).name << ", " << n << " elements";
      }
    }
  }
}

// Several blocks, in which every loop of a kernel gets its turn.
TEST(HealthTargets, LongTensorsOfAllDTypes) {
  RandomElements random(2);
  for (const DType dtype : AllDTypesWithNumbers()) {
    const size_t n = 3 * 16384 / Info(dtype).bytes + 1234;
    for (const Mix mix : {Mix::kOrdinary, Mix::kZeros, Mix::kSpecials}) {
      ASSERT_TRUE(AllAgree(VectorView(dtype, random.Make(dtype, n, mix)))) << Info(dtype).name;
    }
    // One special in ordinary data, anywhere.
    for (int trial = 0; trial < 3; ++trial) {
      auto elements = random.Make(dtype, n, Mix::kOrdinary);
      const auto special = random.Make(dtype, 1, Mix::kSpecials);
      std::memcpy(elements.data() + random.Below(n) * special.size(), special.data(),
                  special.size());
      ASSERT_TRUE(AllAgree(VectorView(dtype, elements))) << Info(dtype).name;
    }
  }
}

// What ComputeRunHealth's sums in f32 could not bear, each in a tensor of several blocks: numbers
// whose squares leave f32, a mean far from 0, one value alone, a sum of many equal terms.
TEST(HealthTargets, FloatsOfEveryScale) {
  RandomElements random(4);
  for (const float scale : {1e-38f, 1e-20f, 1e-9f, 1.f, 1e15f, 1e18f, 1e30f}) {
    for (const float offset : {0.f, 1.f, 10.f, 1e6f}) {
      for (const size_t n : {31, 1000, 5000, 100'003}) {
        std::vector<float> numbers(n);
        for (float& number : numbers) {
          number = scale * (offset + static_cast<float>(random.Below(1 << 20)) * 0x1p-19f - 1);
        }
        const auto view =
            TensorView::Contiguous(DType::kF32, Shape{static_cast<int64_t>(n)}, numbers.data());
        ASSERT_TRUE(AllAgree(view)) << scale << " * (" << offset << " + x), " << n << " elements";
      }
    }
  }
  for (const float number : {0.f, -0.f, 0.1f, -3e38f, 1e-40f}) {
    const std::vector<float> numbers(70'000, number);
    const auto view = TensorView::Contiguous(DType::kF32, Shape{70'000}, numbers.data());
    ASSERT_TRUE(AllAgree(view)) << number;
  }
}

TEST(HealthTargets, StridedViews) {
  RandomElements random(3);
  for (const DType dtype : AllDTypesWithNumbers()) {
    const int64_t bytes = Info(dtype).bytes;
    const auto elements = random.Make(dtype, 8 * 50 * 60, Mix::kSpecials);
    TensorView view = TensorView::Contiguous(dtype, Shape{8, 50, 60}, elements.data());
    view.shape = Shape{3, 25, 20};
    view.strides_bytes = {3 * 3000 * bytes, 2 * 60 * bytes, 3 * bytes};
    ASSERT_TRUE(AllAgree(view)) << Info(dtype).name << ", with steps";
    view.shape = Shape{8, 50, 30};
    view.strides_bytes = {3000 * bytes, 60 * bytes, bytes};
    ASSERT_TRUE(AllAgree(view)) << Info(dtype).name << ", rows with gaps";
    view.shape = Shape{60, 8, 50};
    view.strides_bytes = {bytes, 3000 * bytes, 60 * bytes};
    ASSERT_TRUE(AllAgree(view)) << Info(dtype).name << ", transposed";
    view.shape = Shape{8, 50, 60};
    view.strides_bytes = {-3000 * bytes, 60 * bytes, -bytes};
    view.data = elements.data() + (7 * 3000 + 59) * bytes;
    ASSERT_TRUE(AllAgree(view)) << Info(dtype).name << ", reversed";
    view.shape = Shape{7, 9};
    view.strides_bytes = {0, bytes};
    view.data = elements.data();
    ASSERT_TRUE(AllAgree(view)) << Info(dtype).name << ", broadcast";
    view.shape = Shape{7, 0, 9};
    view.strides_bytes = {bytes, bytes, bytes};
    ASSERT_TRUE(AllAgree(view)) << Info(dtype).name << ", empty";
  }
}

// All 2^16 codes of the 16-bit types and all 2^8 of the others, each alone among ordinary ones.
TEST(HealthTargets, EveryCodeOfTheNarrowTypes) {
  for (const DType dtype : AllDTypesWithNumbers()) {
    const size_t bytes = Info(dtype).bytes;
    if (bytes > 2) continue;
    for (uint32_t first = 0; first < (bytes == 2 ? 65536u : 256u); first += 17) {
      std::vector<std::byte> codes(17 * bytes);
      for (uint32_t i = 0; i < 17; ++i) {
        const uint32_t code = first + i;
        std::memcpy(codes.data() + i * bytes, &code, bytes);
      }
      ASSERT_TRUE(AllAgree(VectorView(dtype, codes))) << Info(dtype).name << " from " << first;
    }
  }
}

}  // namespace
}  // namespace tdbg::tensor
