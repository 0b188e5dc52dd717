#include "tensor/health_exact.h"

#include <bit>
#include <cmath>
#include <complex>

#include "tensor/each_element.h"
#include "tensor/element.h"
#include "tensor/exact_sum.h"
#include "tensor/health_sums.h"

namespace tdbg::tensor {
namespace {

bool IsFinite(double value) {
  return (std::bit_cast<uint64_t>(value) & 0x7ff0000000000000) != 0x7ff0000000000000;
}

// From the mean, with the correction for what the mean lost in rounding.
struct Deviations {
  long double mean;
  int64_t n = 0;
  long double sum = 0;
  long double squares = 0;

  void Add(long double value) {
    const long double deviation = value - mean;
    ++n;
    sum += deviation;
    squares += deviation * deviation;
  }
  long double Variance() const { return (squares - sum * sum / n) / n; }
};

void SetFloatMoments(const TensorView& view, Health& health) {
  ExactSum sum;
  long double squares = 0;
  ForEachElement(view, [&](const std::byte* at) {
    const double value = ReadDouble(view.dtype, at);
    if (!IsFinite(value)) return;
    sum.Add(std::bit_cast<uint64_t>(value));
    squares += static_cast<long double>(value) * value;
  });
  Deviations deviations{.mean = sum.Value() / health.finite()};
  ForEachElement(view, [&](const std::byte* at) {
    const double value = ReadDouble(view.dtype, at);
    if (IsFinite(value)) deviations.Add(value);
  });
  health.mean = static_cast<double>(deviations.mean);
  health.variance = static_cast<double>(deviations.Variance());
  health.l2 = static_cast<double>(std::sqrt(squares));
}

void SetIntMoments(const TensorView& view, Health& health) {
  Int128 sum = 0;
  long double squares = 0;
  ForEachElement(view, [&](const std::byte* at) {
    const Int128 value = ReadInt128(view.dtype, at);
    sum += value;
    squares += static_cast<long double>(value) * static_cast<long double>(value);
  });
  Deviations deviations{.mean = static_cast<long double>(sum) / health.finite()};
  ForEachElement(view, [&](const std::byte* at) {
    deviations.Add(static_cast<long double>(ReadInt128(view.dtype, at)));
  });
  health.mean = static_cast<double>(deviations.mean);
  health.variance = static_cast<double>(deviations.Variance());
  health.l2 = static_cast<double>(std::sqrt(squares));
}

void SetComplexMoments(const TensorView& view, Health& health) {
  long double squares = 0;
  ForEachElement(view, [&](const std::byte* at) {
    const std::complex<double> value = ReadComplex(view.dtype, at);
    if (!IsFinite(value.real()) || !IsFinite(value.imag())) return;
    squares += static_cast<long double>(value.real()) * value.real();
    squares += static_cast<long double>(value.imag()) * value.imag();
  });
  health.l2 = static_cast<double>(std::sqrt(squares));
}

}  // namespace

Int128 ReadInt128(DType dtype, const std::byte* at) {
  if (Info(dtype).cls == DTypeClass::kSigned) return ReadInt64(dtype, at);
  return ReadUint64(dtype, at);
}

void SetExactMoments(const TensorView& view, Health& health) {
  if (health.finite() == 0) return;
  switch (Info(view.dtype).cls) {
    case DTypeClass::kComplex:
      return SetComplexMoments(view, health);
    case DTypeClass::kFloat:
      return SetFloatMoments(view, health);
    default:
      return SetIntMoments(view, health);
  }
}

}  // namespace tdbg::tensor
