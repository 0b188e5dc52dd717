// Elements for tests: random ones of any dtype, rich in the values that go wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "tensor/dtype.h"
#include "tensor/tensor_view.h"

namespace tdbg::tensor {

inline std::vector<DType> AllDTypesWithNumbers() {
  std::vector<DType> dtypes;
  for (int number = 1; number < kDTypeCount; ++number) {
    const auto dtype = static_cast<DType>(number);
    if (HasNumbers(dtype)) dtypes.push_back(dtype);
  }
  return dtypes;
}

// What a random tensor is made of.
enum class Mix {
  kOrdinary,  // random bits; of the wide floats only numbers around 1
  kZeros,     // the same and zeros of both signs
  kSpecials,  // the same, infinities, NaNs with payloads, subnormals and extremes
};

class RandomElements {
 public:
  explicit RandomElements(uint64_t seed) : random_(seed) {}

  uint64_t Bits() { return random_(); }
  size_t Below(size_t bound) { return static_cast<size_t>(random_() % bound); }

  // n elements of the dtype, as bytes.
  std::vector<std::byte> Make(DType dtype, size_t n, Mix mix) {
    const bool complex = Info(dtype).cls == DTypeClass::kComplex;
    const size_t bytes = Info(dtype).bytes / (complex ? 2u : 1u);
    std::vector<std::byte> elements(n * Info(dtype).bytes);
    for (size_t i = 0; i < elements.size(); i += bytes) {
      const uint64_t bits = Element(dtype, bytes, mix);
      std::memcpy(elements.data() + i, &bits, bytes);
    }
    return elements;
  }

 private:
  uint64_t Element(DType dtype, size_t bytes, Mix mix) {
    const uint64_t bits = random_();
    const size_t kind = mix == Mix::kOrdinary ? 0 : Below(16);
    const uint64_t sign = (bits & 1) << (bytes * 8 - 1);
    const bool floats =
        Info(dtype).cls == DTypeClass::kFloat || Info(dtype).cls == DTypeClass::kComplex;
    if (kind == 1 || (mix == Mix::kZeros && kind > 8)) return floats ? sign : 0;
    if (!floats || bytes == 1) {
      // The smallest and the largest, and otherwise anything.
      if (kind == 2) return ~uint64_t{0} >> 1 >> (64 - bytes * 8);
      if (kind == 3) return uint64_t{1} << (bytes * 8 - 1);
      return bits;
    }
    const int mantissa_bits = MantissaBits(dtype);
    const uint64_t mantissa = (uint64_t{1} << mantissa_bits) - 1;
    const uint64_t all_ones = ~uint64_t{0} >> (64 - bytes * 8) & ~(uint64_t{1} << (bytes * 8 - 1));
    const uint64_t infinity = all_ones & ~mantissa;
    if (mix == Mix::kSpecials) {
      switch (kind) {
        case 2:
          return sign | infinity;
        case 3:
          return sign | infinity | (bits & mantissa) | 1;  // NaNs with payloads, quiet or not
        case 4:
          return sign | (bits >> 8 & mantissa);  // subnormals
        case 5:
          return sign | (infinity - 1);  // the largest
        case 6:
          return sign | (mantissa + 1);  // the smallest normal
        case 7:
          return sign | 1;  // the smallest
        case 8:
          return bits & (sign | all_ones);  // anything at all
        default:
          break;
      }
    }
    // An exponent within eight powers of two of 1.
    const uint64_t one = (infinity >> 1) & ~mantissa;
    return sign | (one + ((bits >> 32 & 15) << mantissa_bits) - (8ull << mantissa_bits)) |
           (bits >> 8 & mantissa);
  }

  static int MantissaBits(DType dtype) {
    switch (dtype) {
      case DType::kF16:
        return 10;
      case DType::kBF16:
        return 7;
      case DType::kF64:
      case DType::kComplex128:
        return 52;
      default:
        return 23;
    }
  }

  std::mt19937_64 random_;
};

inline TensorView VectorView(DType dtype, const std::vector<std::byte>& elements) {
  const auto n = static_cast<int64_t>(elements.size()) / ElementStride(dtype);
  return TensorView::Contiguous(dtype, Shape{n}, elements.data());
}

template <typename T>
TensorView VectorView(DType dtype, const std::vector<T>& elements) {
  const auto n = static_cast<int64_t>(elements.size() * sizeof(T)) / ElementStride(dtype);
  return TensorView::Contiguous(dtype, Shape{n}, elements.data());
}

}  // namespace tdbg::tensor
