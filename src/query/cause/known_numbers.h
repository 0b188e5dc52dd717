// Tensors with given numbers, for tests of causes.
#pragma once

#include <cstring>
#include <utility>
#include <vector>

#include "query/cause/op_case.h"
#include "tensor/health.h"

namespace tdbg::query {

template <typename T>
KnownTensor KnownNumbers(tensor::DType dtype, tensor::Shape shape, const std::vector<T>& numbers) {
  std::vector<std::byte> bytes(numbers.size() * sizeof(T));
  if (!bytes.empty()) std::memcpy(bytes.data(), numbers.data(), bytes.size());
  KnownTensor known;
  known.value = tensor::Value::Own(dtype, shape, std::move(bytes));
  known.digest = store::DigestOf(dtype, shape, tensor::ComputeHealth(known.value->view()));
  return known;
}

inline KnownTensor Floats(tensor::Shape shape, const std::vector<float>& numbers) {
  return KnownNumbers(tensor::DType::kF32, std::move(shape), numbers);
}

inline KnownTensor Ints(tensor::Shape shape, const std::vector<int32_t>& numbers) {
  return KnownNumbers(tensor::DType::kI32, std::move(shape), numbers);
}

// The same tensor as a recording without values knows it.
inline KnownTensor Summary(KnownTensor known) {
  known.value.reset();
  return known;
}

}  // namespace tdbg::query
