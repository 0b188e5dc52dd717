#include "expr/object.h"

#include <algorithm>
#include <complex>
#include <cstring>
#include <limits>
#include <utility>

#include "expr/allowance.h"
#include "expr/cast.h"
#include "expr/promotion.h"

namespace tdbg::expr {
namespace {

using tensor::DType;
using tensor::Shape;

template <typename T>
Array Scalar(DType dtype, T value, bool weak) {
  std::vector<std::byte> bytes(sizeof(T));
  std::memcpy(bytes.data(), &value, sizeof(T));
  return {tensor::Value::Own(dtype, {}, std::move(bytes)), weak};
}

}  // namespace

std::string Describe(const Object& object) {
  if (const Array* array = object.array()) {
    return array->rank() == 0 ? "a number" : "an array of shape " + array->shape().ToString();
  }
  if (object.text()) return "a text";
  if (const Sequence* sequence = object.sequence()) return sequence->is_list ? "a list" : "a tuple";
  if (object.none()) return "None";
  if (std::holds_alternative<DType>(object.is)) return "a dtype";
  return "an index";
}

Status Stop::Check() const {
  if (pause_ != nullptr && *pause_) (*pause_)();
  if (flag_ == nullptr || !flag_->load(std::memory_order_relaxed)) return Status::Ok();
  return InvalidArgument("interrupted");
}

Status CheckShape(const Shape& shape) {
  int64_t product = 1;
  bool sane = shape.rank() <= kMostAxes;
  for (const int64_t dim : shape.dims()) {
    sane = sane && dim >= 0 &&
           !__builtin_mul_overflow(product, std::max<int64_t>(dim, 1), &product) &&
           product <= kMostElements;
  }
  if (sane) return Status::Ok();
  std::string shown = shape.rank() <= kMostAxes ? "the shape " + shape.ToString()
                                                : std::to_string(shape.rank()) + " axes";
  return InvalidArgument("an array of " + shown +
                         " is too large; at most 2^28 elements and 64 axes are accepted");
}

Result<ArrayBuilder> ArrayBuilder::Make(DType dtype, Shape shape) {
  TDBG_RETURN_IF_ERROR(CheckShape(shape));
  const std::optional<int64_t> elements = shape.NumElements();
  TDBG_RETURN_IF_ERROR(Spending::TakeBytes(*elements * tensor::ElementStride(dtype)));
  ArrayBuilder builder;
  builder.dtype_ = dtype;
  builder.shape_ = std::move(shape);
  builder.size_ = *elements;
  builder.bytes_.resize(static_cast<size_t>(*elements * tensor::ElementStride(dtype)));
  return builder;
}

Array ArrayBuilder::Finish() && {
  return {tensor::Value::Own(dtype_, std::move(shape_), std::move(bytes_)), false};
}

Array ArrayBuilder::FinishFrom(const Array& source) && {
  if (!tensor::IsOpaque(dtype_)) return std::move(*this).Finish();
  auto owner = std::make_shared<std::pair<std::vector<std::byte>, tensor::Value>>(std::move(bytes_),
                                                                                  source.value);
  const std::byte* data = owner->first.data();
  return {tensor::Value::Borrow(dtype_, std::move(shape_), data, std::move(owner)), false};
}

Array WeakBool(bool value) { return Scalar(DType::kBool, uint8_t{value}, true); }
Array WeakInt(int64_t value) { return Scalar(DType::kI64, value, true); }
Array WeakUint(uint64_t value) {
  if (value <= static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
    return WeakInt(static_cast<int64_t>(value));
  }
  return Scalar(DType::kU64, value, true);
}
Array WeakReal(double value) { return Scalar(DType::kF64, value, true); }
Array WeakComplex(std::complex<double> value) { return Scalar(DType::kComplex128, value, true); }

Array WithShape(const Array& array, Shape shape) {
  TDBG_CHECK(shape.NumElements() == array.size());
  auto owner = std::make_shared<const tensor::Value>(array.value);
  const std::byte* data = array.data();
  return {tensor::Value::Borrow(array.dtype(), std::move(shape), data, std::move(owner)),
          array.weak};
}

Result<Array> AsArray(const Object& object) {
  if (const Array* array = object.array()) return *array;
  const Sequence* sequence = object.sequence();
  if (!sequence) return InvalidArgument("expected numbers, but this is " + Describe(object));

  std::vector<Array> parts;
  DType dtype = sequence->items.empty() ? DType::kF64 : DType::kInvalid;
  for (const Object& item : sequence->items) {
    TDBG_ASSIGN_OR_RETURN(Array part, AsArray(item));
    part.weak = false;
    if (!parts.empty() && part.shape() != parts[0].shape()) {
      return InvalidArgument("the items of this list have different shapes: " +
                             parts[0].shape().ToString() + " and " + part.shape().ToString());
    }
    if (parts.empty()) {
      dtype = part.dtype();
    } else {
      TDBG_ASSIGN_OR_RETURN(dtype, Promote(dtype, part.dtype()));
    }
    parts.push_back(std::move(part));
  }
  std::vector<int64_t> dims = {static_cast<int64_t>(parts.size())};
  if (!parts.empty()) {
    dims.insert(dims.end(), parts[0].shape().dims().begin(), parts[0].shape().dims().end());
  }
  TDBG_ASSIGN_OR_RETURN(ArrayBuilder builder, ArrayBuilder::Make(dtype, Shape(std::move(dims))));
  std::byte* to = builder.data();
  for (const Array& part : parts) {
    TDBG_ASSIGN_OR_RETURN(const Array cast, Cast(part, dtype));
    const auto bytes = static_cast<size_t>(cast.size() * tensor::ElementStride(dtype));
    if (bytes > 0) std::memcpy(to, cast.data(), bytes);
    to += bytes;
  }
  return std::move(builder).Finish();
}

}  // namespace tdbg::expr
