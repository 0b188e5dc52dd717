#include "tensor/finite_check.h"

#include <algorithm>
#include <cstring>

#include <gtest/gtest.h>

#include "tensor/health.h"
#include "tensor/health_target.h"
#include "tensor/random_elements.h"

namespace tdbg::tensor {
namespace {

// Against the scalar reference of the health kernels, on every target of this machine.
bool AllAgree(DType dtype, const std::byte* data, int64_t n) {
  const bool truth = ComputeHealthScalar(TensorView::Contiguous(dtype, Shape{n}, data)).bad() > 0;
  EXPECT_EQ(AnyBad(dtype, data, n), truth);
  for (const HealthTarget& target : HealthTargets()) {
    if (!target.supported()) continue;
    EXPECT_EQ(AnyBadOn(target, dtype, data, n), truth) << target.name;
  }
  return !testing::Test::HasFailure();
}

TEST(AnyBad, AllLengthsOfAllDTypes) {
  RandomElements random(4);
  for (const DType dtype : AllDTypesWithNumbers()) {
    const size_t bytes = Info(dtype).bytes;
    for (size_t n = 0; n <= 5 * 64 / bytes + 70; ++n) {
      for (const Mix mix : {Mix::kOrdinary, Mix::kZeros, Mix::kSpecials}) {
        const auto elements = random.Make(dtype, n, mix);
        std::vector<std::byte> unaligned(elements.size() + 64);
        const size_t offset = random.Below(64);
        if (n > 0) std::memcpy(unaligned.data() + offset, elements.data(), elements.size());
        ASSERT_TRUE(AllAgree(dtype, unaligned.data() + offset, static_cast<int64_t>(n)))
            << Info(dtype).name << ", " << n << " elements";
      }
    }
  }
}

TEST(LargestExponent, BoundsAllElements) {
  RandomElements random(6);
  for (const size_t n : {1, 2, 15, 16, 17, 64, 1000, 20'000}) {
    auto elements = random.Make(DType::kF32, n, Mix::kOrdinary);
    const auto* const values = reinterpret_cast<const float*>(elements.data());
    int truth = 0;
    for (size_t i = 0; i < n; ++i) {
      uint32_t bits;
      std::memcpy(&bits, &values[i], sizeof bits);
      truth = std::max(truth, static_cast<int>(bits << 1 >> 24));
    }
    const int found = LargestExponent(values, static_cast<int64_t>(n));
    EXPECT_GE(found, truth);
    EXPECT_EQ(found == kBadExponent, AnyBad(DType::kF32, values, static_cast<int64_t>(n)));
    for (const HealthTarget& target : HealthTargets()) {
      if (!target.supported()) continue;
      EXPECT_EQ(LargestExponentOn(target, values, static_cast<int64_t>(n)), truth) << target.name;
    }
  }
  EXPECT_EQ(LargestExponent(nullptr, 0), 0);
}

// One special value anywhere in several blocks, the very last element included.
TEST(AnyBad, OneSpecialInALongTensor) {
  RandomElements random(5);
  for (const DType dtype : AllDTypesWithNumbers()) {
    const size_t bytes = Info(dtype).bytes;
    if (bytes == 1) continue;  // random bits hold bad ones already
    const size_t n = 3 * 16384 / bytes + 1234;
    auto elements = random.Make(dtype, n, Mix::kOrdinary);
    ASSERT_TRUE(AllAgree(dtype, elements.data(), static_cast<int64_t>(n)));
    for (int trial = 0; trial < 20; ++trial) {
      const size_t at = trial == 0 ? n - 1 : random.Below(n);
      const auto special = random.Make(dtype, 1, Mix::kSpecials);
      std::vector<std::byte> kept(elements.begin() + static_cast<ptrdiff_t>(at * bytes),
                                  elements.begin() + static_cast<ptrdiff_t>((at + 1) * bytes));
      std::memcpy(elements.data() + at * bytes, special.data(), bytes);
      ASSERT_TRUE(AllAgree(dtype, elements.data(), static_cast<int64_t>(n))) << Info(dtype).name;
      std::memcpy(elements.data() + at * bytes, kept.data(), bytes);
    }
  }
}

TEST(AnyBad, EveryCodeOfTheNarrowTypes) {
  for (const DType dtype : AllDTypesWithNumbers()) {
    const size_t bytes = Info(dtype).bytes;
    if (bytes > 2) continue;
    for (uint32_t code = 0; code < (bytes == 2 ? 65536u : 256u); code += bytes == 2 ? 7 : 1) {
      std::vector<std::byte> codes(65 * bytes);
      std::memcpy(codes.data() + 31 * bytes, &code, bytes);
      ASSERT_TRUE(AllAgree(dtype, codes.data(), 65)) << Info(dtype).name << " " << code;
    }
  }
}

}  // namespace
}  // namespace tdbg::tensor
