// What a recording says of one tensor, whatever the level of detail: unknown stays unknown.
#pragma once

#include <cstdint>
#include <optional>

#include "tensor/dtype.h"
#include "tensor/health.h"
#include "tensor/shape.h"

namespace tdbg::store {

// What everybody who reads a recording is told of a tensor. A tensor::Health where all of it is
// known: see DigestOf.
struct Digest {
  tensor::DType dtype = tensor::DType::kInvalid;
  std::optional<int64_t> rank;
  std::optional<tensor::Shape> shape;

  std::optional<bool> bad;  // holds NaN or an infinity
  std::optional<int64_t> elements;
  std::optional<int64_t> neg_inf;
  std::optional<int64_t> pos_inf;
  std::optional<int64_t> nan;
  std::optional<int64_t> negative;
  std::optional<int64_t> zero;
  std::optional<int64_t> positive;
  std::optional<int64_t> subnormal;
  std::optional<double> min;
  std::optional<double> max;
  std::optional<double> mean;
  std::optional<double> variance;
  std::optional<double> l2;
  std::optional<int64_t> first_bad;  // row-major; known from a whole value or of a single element

  bool initialized = true;  // false: a variable read before its first assignment
};

// A digest that knows everything.
Digest DigestOf(tensor::DType dtype, const tensor::Shape& shape, const tensor::Health& health);

}  // namespace tdbg::store
