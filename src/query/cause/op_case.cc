#include "query/cause/op_case.h"

#include <cmath>
#include <limits>

#include "expr/broadcast.h"
#include "tensor/element.h"

namespace tdbg::query {
namespace {

bool IsReal(tensor::DType dtype) {
  return tensor::HasNumbers(dtype) && tensor::Info(dtype).cls != tensor::DTypeClass::kComplex;
}

bool IsContiguous(const std::optional<tensor::Value>& value) {
  return value && IsReal(value->dtype()) && value->view().IsContiguous();
}

template <typename Wanted>
std::optional<int64_t> FindFirst(const std::optional<tensor::Value>& value, Wanted wanted) {
  if (!IsContiguous(value)) return std::nullopt;
  const tensor::TensorView& view = value->view();
  const int64_t stride = tensor::ElementStride(view.dtype);
  for (int64_t i = 0; i < view.num_elements(); ++i) {
    if (wanted(tensor::ReadDouble(view.dtype, view.data + i * stride))) return i;
  }
  return std::nullopt;
}

}  // namespace

std::optional<tensor::Shape> KnownTensor::shape() const {
  return value ? std::optional(value->shape()) : digest.shape;
}

std::optional<int64_t> KnownTensor::num_elements() const {
  if (value) return value->view().num_elements();
  if (digest.elements) return digest.elements;
  return digest.shape ? digest.shape->NumElements() : std::nullopt;
}

tensor::DType KnownTensor::dtype() const { return value ? value->dtype() : digest.dtype; }

int64_t KnownTensor::num_told() const {
  if (IsContiguous(value)) return value->view().num_elements();
  return num_elements() == 1 ? 1 : 0;
}

std::optional<std::vector<int64_t>> KnownTensor::IndexOf(std::optional<int64_t> element) const {
  const auto known = shape();
  if (!element || !known || *element < 0 || *element >= known->NumElements().value_or(0)) {
    return std::nullopt;
  }
  return known->Unravel(*element);
}

std::optional<double> KnownTensor::At(int64_t element) const {
  const auto count = num_elements();
  if (!count || element < 0 || element >= *count) return std::nullopt;
  if (!IsContiguous(value)) {
    if (*count == 1 && digest.min && digest.min == digest.max) return digest.min;
    return std::nullopt;
  }
  const tensor::TensorView& view = value->view();
  return tensor::ReadDouble(view.dtype, view.data + element * tensor::ElementStride(view.dtype));
}

std::optional<int64_t> KnownTensor::Find(double number) const {
  return FindFirst(value, [number](double element) { return element == number; });
}

std::optional<int64_t> KnownTensor::FindNan() const {
  return FindFirst(value, [](double element) { return std::isnan(element); });
}

std::optional<int64_t> KnownTensor::FirstBad() const {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (const auto nan = FindNan()) return nan;
  if (const auto positive = Find(kInfinity)) return positive;
  const auto negative = Find(-kInfinity);
  return negative ? negative : digest.first_bad;
}

std::optional<int64_t> OpCase::ElementRead(size_t i) const {
  const KnownTensor* read = input(i);
  if (read == nullptr || !element) return std::nullopt;
  const auto from = read->shape();
  const auto to = output.shape();
  if (!from || !to) return read->num_elements() == 1 ? std::optional<int64_t>(0) : std::nullopt;
  const auto joint = expr::Broadcast(*from, *to);
  if (!joint.ok() || !(*joint == *to)) return std::nullopt;
  const auto index = output.IndexOf(element);
  if (!index) return std::nullopt;
  const std::vector<int64_t> strides = expr::BroadcastStrides(*from, *to);
  int64_t at = 0;
  for (size_t axis = 0; axis < index->size(); ++axis) at += (*index)[axis] * strides[axis];
  return at;
}

}  // namespace tdbg::query
