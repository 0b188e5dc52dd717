// Mean, variance and l2 where plain double arithmetic gets them wrong, on every SIMD target and in
// the scalar reference.
#include <cfloat>
#include <cmath>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "tensor/health_target.h"
#include "tensor/quad_moments.h"
#include "tensor/random_elements.h"

namespace tdbg::tensor {
namespace {

// All of them are to agree with the truth.
void ExpectTrueMoments(const TensorView& view) {
  const QuadMoments truth = ComputeQuadMoments(view);
  {
    SCOPED_TRACE("scalar");
    ExpectMoments(view.dtype, truth, ComputeHealthScalar(view));
  }
  for (const HealthTarget& target : HealthTargets()) {
    if (!target.supported()) continue;
    SCOPED_TRACE(target.name);
    ExpectMoments(view.dtype, truth, ComputeHealthOn(target, view));
  }
}

template <typename T>
std::vector<T> Generate(size_t n, const std::function<double(size_t, double)>& value) {
  RandomElements random(4);
  std::vector<T> values;
  for (size_t i = 0; i < n; ++i) {
    const double uniform = static_cast<double>(random.Bits() >> 11) * 0x1p-52 - 1;  // [-1, 1)
    values.push_back(static_cast<T>(value(i, uniform)));
  }
  return values;
}

constexpr size_t kLong = 20011;

TEST(HealthMoments, SmallVarianceAroundALargeMean) {
  for (const double mean : {1.0, -1e3, 1e6, 16777216.0}) {
    for (const double spread : {1e-1, 1e-4, 1e-7}) {
      const auto value = [&](size_t, double uniform) { return mean * (1 + spread * uniform); };
      ExpectTrueMoments(VectorView(DType::kF32, Generate<float>(kLong, value)));
      ExpectTrueMoments(VectorView(DType::kF64, Generate<double>(kLong, value)));
    }
  }
  const auto value = [](size_t, double uniform) { return 1e8 * (1 + 1e-14 * uniform); };
  ExpectTrueMoments(VectorView(DType::kF64, Generate<double>(kLong, value)));
}

TEST(HealthMoments, OneElementDiffersInItsLastBit) {
  for (const size_t place : {size_t{0}, size_t{1}, kLong / 2, kLong - 1}) {
    std::vector<float> floats(kLong, 1.0f);
    floats[place] = std::nextafter(1.0f, 2.0f);
    ExpectTrueMoments(VectorView(DType::kF32, floats));
    std::vector<double> doubles(kLong, 1e200);
    doubles[place] = std::nextafter(1e200, 0.0);
    ExpectTrueMoments(VectorView(DType::kF64, doubles));
  }
}

TEST(HealthMoments, AnOutlierAnywhere) {
  for (const size_t place : {size_t{0}, size_t{5}, kLong / 2, kLong - 1}) {
    auto floats = Generate<float>(kLong, [](size_t, double u) { return 1 + 1e-6 * u; });
    floats[place] = 1e30f;
    ExpectTrueMoments(VectorView(DType::kF32, floats));
    auto doubles = Generate<double>(kLong, [](size_t, double u) { return 1 + 1e-13 * u; });
    doubles[place] = -1e12;
    ExpectTrueMoments(VectorView(DType::kF64, doubles));
  }
}

TEST(HealthMoments, LevelsThatChangeFromBlockToBlock) {
  const auto value = [](size_t i, double u) { return std::floor(i / 5000.0) * 1e6 + 1e-2 * u; };
  ExpectTrueMoments(VectorView(DType::kF32, Generate<float>(kLong, value)));
  ExpectTrueMoments(VectorView(DType::kF64, Generate<double>(kLong, value)));
}

TEST(HealthMoments, TheMeanCancels) {
  // Exactly, nearly, and by more digits than a double has.
  for (const size_t n : {size_t{2}, size_t{100}, size_t{20000}}) {
    const auto pairs = [](size_t i, double) { return (i % 2 ? 1.0 : -1.0) * (i / 2 + 0.1); };
    ExpectTrueMoments(VectorView(DType::kF32, Generate<float>(n, pairs)));
    ExpectTrueMoments(VectorView(DType::kF64, Generate<double>(n, pairs)));
    for (const double rest : {1e-5, 1e-9, 1e-20, 1e-30}) {
      auto floats = Generate<float>(n, pairs);
      floats.push_back(static_cast<float>(rest));
      ExpectTrueMoments(VectorView(DType::kF32, floats));
      auto doubles = Generate<double>(n, pairs);
      doubles.insert(doubles.begin() + 1, rest);
      ExpectTrueMoments(VectorView(DType::kF64, doubles));
    }
  }
  ExpectTrueMoments(VectorView(DType::kF64, std::vector<double>{1e16, 1, -1e16}));
  ExpectTrueMoments(VectorView(DType::kF64, std::vector<double>{1e300, 1e-300, -1e300}));
  ExpectTrueMoments(VectorView(DType::kF32, std::vector<float>{3e38f, 1e-45f, -3e38f}));
  // Rows whose sum is zero but for rounding, as layer normalisation leaves them.
  auto rows = Generate<float>(16384, [](size_t, double u) { return u; });
  for (size_t row = 0; row < rows.size(); row += 256) {
    double sum = 0;
    for (size_t i = row; i < row + 256; ++i) sum += rows[i];
    for (size_t i = row; i < row + 256; ++i) rows[i] -= static_cast<float>(sum / 256);
  }
  ExpectTrueMoments(VectorView(DType::kF32, rows));
}

TEST(HealthMoments, HalvesCancelExactly) {
  RandomElements random(5);
  for (const DType dtype : {DType::kF16, DType::kBF16}) {
    std::vector<uint16_t> halves;
    for (size_t i = 0; i < 10000; ++i) {
      const auto bits =
          static_cast<uint16_t>(random.Bits() % (dtype == DType::kF16 ? 0x7c00 : 0x7f00));
      halves.push_back(bits);
      halves.push_back(bits | 0x8000);
    }
    halves.push_back(1);
    ExpectTrueMoments(VectorView(dtype, halves));
  }
}

TEST(HealthMoments, SquaresBeyondTheRangeOfDouble) {
  const auto huge = [](size_t, double u) { return 1e300 * u; };
  ExpectTrueMoments(VectorView(DType::kF64, Generate<double>(1001, huge)));
  const auto largest = [](size_t i, double) { return i % 2 ? DBL_MAX : -DBL_MAX; };
  ExpectTrueMoments(VectorView(DType::kF64, Generate<double>(1000, largest)));
  const auto tiny = [](size_t, double u) { return 1e-300 * u; };
  ExpectTrueMoments(VectorView(DType::kF64, Generate<double>(1001, tiny)));
  const auto around = [](size_t, double u) { return 1e250 * (1 + 1e-12 * u); };
  ExpectTrueMoments(VectorView(DType::kF64, Generate<double>(1001, around)));
  ExpectTrueMoments(VectorView(DType::kComplex128, Generate<double>(1000, huge)));
  ExpectTrueMoments(VectorView(DType::kComplex128, Generate<double>(1000, tiny)));
  // From one edge of what doubles can hold to the other.
  for (double scale = 1e-320; scale < 1e307; scale *= 1e13) {
    const auto scaled = [&](size_t, double u) { return scale * (u + 2); };
    ExpectTrueMoments(VectorView(DType::kF64, Generate<double>(100, scaled)));
  }
}

TEST(HealthMoments, NothingButSubnormals) {
  const auto of_floats = [](size_t, double u) { return 1e-39 * u; };
  ExpectTrueMoments(VectorView(DType::kF32, Generate<float>(1001, of_floats)));
  ExpectTrueMoments(VectorView(DType::kComplex64, Generate<float>(1000, of_floats)));
  const auto of_doubles = [](size_t, double u) { return 1e-310 * u; };
  ExpectTrueMoments(VectorView(DType::kF64, Generate<double>(1001, of_doubles)));
  ExpectTrueMoments(VectorView(DType::kF32, std::vector<float>(1001, 1e-45f)));
  ExpectTrueMoments(VectorView(DType::kBF16, std::vector<uint16_t>(1001, 0x8001)));
  ExpectTrueMoments(VectorView(DType::kF16, std::vector<uint16_t>(1001, 0x8001)));
}

TEST(HealthMoments, SubnormalsBesideNormals) {
  for (double scale = 1e-38; scale < 1; scale *= 1e3) {
    const auto mixed = [&](size_t i, double u) { return i % 3 ? scale * (1 + u) : 1e-39 * u; };
    ExpectTrueMoments(VectorView(DType::kF32, Generate<float>(1001, mixed)));
    // They decide the mean.
    const auto cancelling = [&](size_t i, double) {
      return i % 3 ? (i % 3 == 1 ? scale : -scale) : 1e-39;
    };
    ExpectTrueMoments(VectorView(DType::kF32, Generate<float>(999, cancelling)));
  }
}

TEST(HealthMoments, LongIntegers) {
  const auto view = [](DType dtype, size_t n, const std::function<uint64_t(size_t, uint64_t)>& f) {
    RandomElements random(6);
    std::vector<uint64_t> values;
    for (size_t i = 0; i < n; ++i) values.push_back(f(i, random.Bits()));
    ExpectTrueMoments(VectorView(dtype, values));
  };
  for (const DType dtype : {DType::kI64, DType::kU64}) {
    // Any; around a time in nanoseconds; one last bit; the two ends; sums that cancel.
    view(dtype, 5001, [](size_t, uint64_t random) { return random; });
    view(dtype, 5001, [](size_t, uint64_t random) { return 1763200000000000000 + random % 100; });
    view(dtype, 5001, [](size_t i, uint64_t) { return INT64_MAX - (i == 4000); });
    view(dtype, 5001,
         [](size_t i, uint64_t) { return i % 2 ? 0x7fffffffffffffff : 0x8000000000000000; });
    view(dtype, 5001, [](size_t i, uint64_t) { return i == 17 ? ~uint64_t{0} : 0; });
    view(dtype, 5000, [](size_t i, uint64_t) { return i % 2 ? 1 + i / 2 : -(1 + i / 2); });
  }
}

TEST(HealthMoments, IntegersOfAllSizesAtTheirEnds) {
  for (const DType dtype : AllDTypesWithNumbers()) {
    const DTypeClass cls = Info(dtype).cls;
    if (cls != DTypeClass::kSigned && cls != DTypeClass::kUnsigned) continue;
    const size_t bytes = Info(dtype).bytes;
    for (const uint64_t bits : {uint64_t{0x8080808080808080} >> (64 - bytes * 8), ~uint64_t{0},
                                ~uint64_t{0} >> (65 - bytes * 8), uint64_t{1} << (bytes * 8 - 1)}) {
      std::vector<std::byte> elements(kLong * bytes);
      for (size_t i = 0; i < kLong; ++i) std::memcpy(elements.data() + i * bytes, &bits, bytes);
      ExpectTrueMoments(VectorView(dtype, elements));
      elements[7 * bytes] ^= std::byte{1};
      ExpectTrueMoments(VectorView(dtype, elements));
    }
  }
}

}  // namespace
}  // namespace tdbg::tensor
