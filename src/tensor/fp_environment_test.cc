#include "tensor/fp_environment.h"

#include <cfenv>
#include <cmath>

#include <gtest/gtest.h>

#include "tensor/health_target.h"
#include "tensor/quad_moments.h"
#include "tensor/random_elements.h"

#if defined(__SSE2__)

namespace tdbg::tensor {
namespace {

constexpr unsigned kDefault = 0x1f80;
constexpr unsigned kFlush = 0x8040;  // FTZ and DAZ, as framework threads have
constexpr unsigned kRoundUp = 0x4000;
constexpr unsigned kAnyFlag = 0x003f;

class Mxcsr {
 public:
  explicit Mxcsr(unsigned value) : saved_(_mm_getcsr()) { _mm_setcsr(value); }
  ~Mxcsr() { _mm_setcsr(saved_); }

 private:
  unsigned saved_;
};

template <typename Compute>
Health ComputeUnder(unsigned mxcsr, const TensorView& view, Compute compute) {
  const Mxcsr scope(mxcsr);
  return compute(view);
}

std::vector<TensorView> Views(std::vector<std::vector<std::byte>>& storage) {
  RandomElements random(7);
  std::vector<TensorView> views;
  for (const DType dtype : AllDTypesWithNumbers()) {
    for (const size_t n : {size_t{3}, size_t{100}, size_t{9000}}) {
      storage.push_back(random.Make(dtype, n, Mix::kSpecials));
      views.push_back(VectorView(dtype, storage.back()));
    }
  }
  // Subnormals alone.
  storage.emplace_back(1000 * sizeof(float));
  for (size_t i = 0; i < 1000; ++i) {
    const auto bits = static_cast<uint32_t>(random.Bits() & 0x807fffff);
    std::memcpy(storage.back().data() + i * sizeof(bits), &bits, sizeof(bits));
  }
  views.push_back(VectorView(DType::kF32, storage.back()));
  return views;
}

bool SameBits(const Health& a, const Health& b) { return std::memcmp(&a, &b, sizeof(a)) == 0; }

// The same bits on a thread that flushes subnormals, rounds upwards, or both.
TEST(FpEnvironment, HealthDoesNotDependOnIt) {
  std::vector<std::vector<std::byte>> storage;
  for (const TensorView& view : Views(storage)) {
    for (const HealthTarget& target : HealthTargets()) {
      if (!target.supported()) continue;
      const auto compute = [&](const TensorView& v) { return ComputeHealthOn(target, v); };
      const Health expected = ComputeUnder(kDefault, view, compute);
      EXPECT_TRUE(SameBits(ComputeUnder(kDefault | kFlush, view, compute), expected));
      EXPECT_TRUE(SameBits(ComputeUnder(kDefault | kRoundUp, view, compute), expected));
    }
  }
}

TEST(FpEnvironment, TheReferenceIsRightOnAFlushingThread) {
  std::vector<std::vector<std::byte>> storage;
  for (const TensorView& view : Views(storage)) {
    const Health expected = ComputeUnder(kDefault, view, ComputeHealthScalar);
    const Health flushing = ComputeUnder(kDefault | kFlush, view, ComputeHealthScalar);
    EXPECT_TRUE(SameBits(flushing, expected)) << Info(view.dtype).name;
  }
}

TEST(FpEnvironment, IsLeftAsFound) {
  std::vector<std::vector<std::byte>> storage;
  for (const TensorView& view : Views(storage)) {
    for (const unsigned mxcsr : {kDefault, kDefault | kFlush, kDefault | kRoundUp,
                                 kDefault | kFlush | kAnyFlag, kDefault | 0x0001}) {
      const Mxcsr scope(mxcsr);
      ComputeHealth(view);
      EXPECT_EQ(_mm_getcsr(), mxcsr) << Info(view.dtype).name;
    }
  }
}

// A thread that traps invalid operations is not killed by our NaNs.
TEST(FpEnvironment, TrapsDoNotSpring) {
  const std::vector<uint32_t> signalling(100, 0x7f800001);
  const Mxcsr scope(0);  // nothing is masked
  const Health health = ComputeHealth(VectorView(DType::kF32, signalling));
  EXPECT_EQ(health.nan, 100);
}

}  // namespace
}  // namespace tdbg::tensor

#endif  // __SSE2__
