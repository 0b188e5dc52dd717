// One op at work, once: what it read and what it made, as far as a recording knows it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "frameworks/op_types.h"
#include "store/digest.h"
#include "tensor/value.h"

namespace tdbg::query {

// A tensor whose single elements can be asked for, whether its value or its digest tells them.
struct KnownTensor {
  store::Digest digest;
  std::optional<tensor::Value> value;  // where it was recorded whole

  // nullopt where the value is unknown, is no real number, or has no such element. `element` is
  // row-major. The only element is also known from a digest that has min and max.
  std::optional<double> At(int64_t element) const;
  // The first element with that value; the first NaN.
  std::optional<int64_t> Find(double number) const;
  std::optional<int64_t> FindNan() const;
  // The first element of the gravest kind there is: NaN, or else ∞, or else −∞.
  std::optional<int64_t> FirstBad() const;

  // Where on each axis the element lies; nullopt where it is none, there is no such element, or the
  // shape is unknown. Recordings can claim anything of the tensors around one.
  std::optional<std::vector<int64_t>> IndexOf(std::optional<int64_t> element) const;

  std::optional<tensor::Shape> shape() const;
  std::optional<int64_t> num_elements() const;
  // How many of them At() can tell, from the first on: of a tensor that is but claimed to be huge,
  // nobody should ask for each.
  int64_t num_told() const;
  tensor::DType dtype() const;
};

struct OpCase {
  std::string_view op_type;
  std::vector<KnownTensor> inputs;  // data inputs, in order
  KnownTensor output;
  std::optional<int64_t> element;  // of the output: the one asked about, row-major

  frameworks::Calculation calculation() const { return frameworks::CalculationOf(op_type); }

  const KnownTensor* input(size_t i) const { return i < inputs.size() ? &inputs[i] : nullptr; }

  // The element of input `i` from which an op that works element by element makes `element`.
  std::optional<int64_t> ElementRead(size_t i) const;
};

}  // namespace tdbg::query
