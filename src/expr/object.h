// What an expression can be while it is evaluated: arrays above all.
#pragma once

#include <atomic>
#include <complex>
#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "base/status.h"
#include "tensor/value.h"

namespace tdbg::expr {

// Larger arrays are refused, even where an extent of 0 makes them empty: then no product of extents
// overflows anywhere.
inline constexpr int64_t kMostElements = int64_t{1} << 28;
inline constexpr int kMostAxes = 64;
Status CheckShape(const tensor::Shape& shape);

// Elements with numbers, never of a quantized dtype. A scalar has rank 0. `weak` marks a Python
// number (of kBool, kI64, kU64, kF64 or kComplex128), which takes the dtype of what it meets.
struct Array {
  tensor::Value value;
  bool weak = false;

  tensor::DType dtype() const { return value.dtype(); }
  const tensor::Shape& shape() const { return value.shape(); }
  int rank() const { return value.shape().rank(); }
  int64_t size() const { return value.view().num_elements(); }
  const std::byte* data() const { return value.view().data; }
};

struct Object;

struct Sequence {
  std::vector<Object> items;
  bool is_list = false;  // [1, 2], which is an array wherever one is wanted
};

struct None {};
struct Ellipsis {};

// start:stop:step inside an index.
struct SliceBounds {
  bool has_start = false;
  bool has_stop = false;
  int64_t start = 0;
  int64_t stop = 0;
  int64_t step = 1;  // never 0
};

struct Object {
  std::variant<None, Array, Sequence, std::string, tensor::DType, SliceBounds, Ellipsis> is;

  const Array* array() const { return std::get_if<Array>(&is); }
  const Sequence* sequence() const { return std::get_if<Sequence>(&is); }
  const std::string* text() const { return std::get_if<std::string>(&is); }
  bool none() const { return std::holds_alternative<None>(is); }
};

// "an array of shape [2,3]", "a text": for messages.
std::string Describe(const Object& object);

inline Result<Object> AsObject(Result<Array> array) {
  if (!array.ok()) return array.status();
  return Object{*std::move(array)};
}

// Asks whether the user wants the evaluation to end, and lets others have their turn.
class Stop {
 public:
  Stop() = default;
  // Both may be null.
  Stop(const std::atomic<bool>* flag, const std::function<void()>* pause)
      : flag_(flag), pause_(pause) {}

  // To be called every few thousand elements.
  Status Check() const;

 private:
  const std::atomic<bool>* flag_ = nullptr;
  const std::function<void()>* pause_ = nullptr;
};

// --- Making arrays.

// Elements to be written before they become an array.
class ArrayBuilder {
 public:
  // An error if there would be too many elements.
  static Result<ArrayBuilder> Make(tensor::DType dtype, tensor::Shape shape);

  std::byte* data() { return bytes_.data(); }
  int64_t size() const { return size_; }
  Array Finish() &&;
  // For elements that were copied from `source` as they are: texts stay where they were.
  Array FinishFrom(const Array& source) &&;

 private:
  tensor::DType dtype_ = tensor::DType::kInvalid;
  tensor::Shape shape_;
  int64_t size_ = 0;
  std::vector<std::byte> bytes_;
};

Array WeakBool(bool value);
Array WeakInt(int64_t value);
Array WeakUint(uint64_t value);  // weak kI64 where it fits, else weak kU64
Array WeakReal(double value);
Array WeakComplex(std::complex<double> value);

// The same elements in the same order.
Array WithShape(const Array& array, tensor::Shape shape);

// The array of a list or a tuple, nested to equal depths, or the array itself. Its numbers are not
// weak any more unless it is a single number.
Result<Array> AsArray(const Object& object);

}  // namespace tdbg::expr
