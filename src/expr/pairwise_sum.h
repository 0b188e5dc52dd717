// Sums in the order numpy adds neighbours in: eight running sums over blocks of 128 numbers, the
// blocks' sums added as a tree.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>

#include "expr/element_block.h"

namespace tdbg::expr {

// Of up to 128 numbers.
template <typename T>
T SumBlock(const T* numbers, int64_t n) {
  if (n < 8) {
    T sum = 0;
    for (int64_t i = 0; i < n; ++i) sum += numbers[i];
    return sum;
  }
  T lane[8];
  for (int k = 0; k < 8; ++k) lane[k] = numbers[k];
  int64_t i = 8;
  for (; i < n - n % 8; i += 8) {
    for (int k = 0; k < 8; ++k) lane[k] += numbers[i + k];
  }
  T sum = ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
  for (; i < n; ++i) sum += numbers[i];
  return sum;
}

// Of up to 64: their parts share the eight running sums.
template <typename T>
std::complex<T> SumBlock(const std::complex<T>* numbers, int64_t n) {
  std::complex<T> sum = 0;
  int64_t i = 0;
  if (n >= 4) {
    std::complex<T> lane[4];
    for (int k = 0; k < 4; ++k) lane[k] = numbers[k];
    for (i = 4; i < n - n % 4; i += 4) {
      for (int k = 0; k < 4; ++k) lane[k] += numbers[i + k];
    }
    sum = (lane[0] + lane[1]) + (lane[2] + lane[3]);
  }
  for (; i < n; ++i) sum += numbers[i];
  return sum;
}

// Of n elements of the dtype, added as T.
template <typename T>
T PairwiseSum(tensor::DType dtype, const std::byte* elements, int64_t n) {
  constexpr int64_t kParts = kIsComplex<T> ? 2 : 1;
  if (n * kParts <= 128) {
    T block[128 / kParts];
    LoadBlock(dtype, elements, n, block);
    return SumBlock(block, n);
  }
  int64_t half = n * kParts / 2;
  half = (half - half % 8) / kParts;
  return PairwiseSum<T>(dtype, elements, half) +
         PairwiseSum<T>(dtype, elements + half * tensor::Info(dtype).bytes, n - half);
}

}  // namespace tdbg::expr
