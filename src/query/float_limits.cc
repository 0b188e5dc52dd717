#include "query/float_limits.h"

#include <cmath>
#include <limits>

#include "tensor/narrow_float.h"

namespace tdbg::query {
namespace {

template <typename T>
FloatLimits Of() {
  using Limits = std::numeric_limits<T>;
  return {Limits::max(), Limits::min(), Limits::denorm_min(), Limits::digits};
}

FloatLimits Of(const tensor::NarrowFormat& format) {
  using Specials = tensor::NarrowFormat::Specials;
  const int mantissa = format.mantissa_bits;
  auto exponent = static_cast<int>(format.max_exponent());
  uint32_t significand = (2u << mantissa) - 1;  // 1.111… in binary
  if (format.specials == Specials::kIeee) --exponent;
  if (format.specials == Specials::kNanAllOnes) --significand;
  FloatLimits limits;
  limits.largest = std::ldexp(significand, exponent - format.bias - mantissa);
  limits.smallest_normal = std::ldexp(1.0, 1 - format.bias);
  limits.smallest = std::ldexp(1.0, 1 - format.bias - mantissa);
  limits.digits = mantissa + 1;
  return limits;
}

}  // namespace

std::optional<FloatLimits> LimitsOf(tensor::DType dtype) {
  switch (dtype) {
    case tensor::DType::kF32:
    case tensor::DType::kComplex64:
      return Of<float>();
    case tensor::DType::kF64:
    case tensor::DType::kComplex128:
      return Of<double>();
    default:
      break;
  }
  if (const auto narrow = tensor::NarrowFormatOf(dtype)) return Of(*narrow);
  return std::nullopt;
}

}  // namespace tdbg::query
