// What the health kernels add up, block by block, and what it comes to in the end.
//
// Kernels see contiguous runs of elements and know nothing of views; a tensor's runs are added to
// one HealthSums in row-major order.
#pragma once

#include <cstdint>

#include "tensor/dtype.h"
#include "tensor/health.h"

namespace tdbg::tensor {

using Int128 = __int128;
using Uint128 = unsigned __int128;

// Mean and squared deviations of blocks that are merged one by one (Chan, Golub and LeVeque), so
// that a large mean does not cancel a small variance.
struct Spread {
  int64_t n = 0;
  double mean = 0;
  double m2 = 0;  // sum of (x - mean)^2

  void Add(int64_t block_n, double block_mean, double block_m2);
};

// The finite elements of a float tensor; 8-bit floats are added up as f16 bits.
struct FloatSums {
  // `base` + `sum` / n is the mean of a block; min and max are float64 bits.
  struct Block {
    int64_t n = 0;
    uint64_t min_bits = 0;
    uint64_t max_bits = 0;
    double base = 0;
    double sum = 0;  // of x - base
    double m2 = 0;
  };

  long double sum = 0;
  double origin = 0;  // near the data: the spread is measured from here
  Spread spread;
  int64_t min_key = INT64_MAX;  // float64 bits, folded so that integer order is numeric order
  int64_t max_key = INT64_MIN;

  void Add(const Block& block);
};

// The elements of an integer tensor; fp4 counts in halves.
struct IntSums {
  struct Block {
    int64_t n = 0;
    Int128 min = 0;
    Int128 max = 0;
    Int128 sum = 0;
    Uint128 squares = 0;  // sum of x^2, below n * 2^64
  };

  int64_t n = 0;
  Int128 sum = 0;
  Int128 min = 0;
  Int128 max = 0;
  Int128 origin = 0;
  Spread spread;
  Block pending;  // not in `spread` yet: exact sums are merged in large portions

  void Add(const Block& block);
  // For 64-bit integers, whose squares would not fit: the block's m2 comes ready.
  void AddWithSpread(const Block& block, double m2);
  void Flush();

 private:
  void AddRange(const Block& block);
};

// Of a tensor that is not yet read to its end: sums that merge exactly, where Health has their
// results.
struct HealthSums {
  Health counts;  // its moments are not filled in; `elements` are those seen so far
  FloatSums floats;
  IntSums ints;
  long double complex_squares = 0;
  uint64_t complex_max_bits = 0;  // float64 bits of the largest part of a finite element
};

// What double arithmetic could not settle.
enum class Doubt {
  kNone,
  kMean,   // it nearly cancels: sum again with more precision
  kRange,  // squares overflow or vanish, or flushed subnormals would be missed
};

// Fills in the moments. `sums` must be of one tensor of this dtype, complete.
Health FinishHealth(DType dtype, HealthSums& sums, Doubt* doubt);

// Integer order of these keys is numeric order of the numbers; NaNs have no place in it.
constexpr int64_t OrderKey(uint64_t f64_bits) {
  const auto bits = static_cast<int64_t>(f64_bits);
  return bits < 0 ? bits ^ INT64_MAX : bits;
}

// The number of a key; both zeros are +0.
double FromOrderKey(int64_t key);

}  // namespace tdbg::tensor
