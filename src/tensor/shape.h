// A fully known shape: extents from the outermost axis to the innermost.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tdbg::tensor {

class Shape {
 public:
  Shape() = default;  // a scalar
  Shape(std::initializer_list<int64_t> dims) : dims_(dims) {}
  explicit Shape(std::vector<int64_t> dims) : dims_(std::move(dims)) {}

  int rank() const { return static_cast<int>(dims_.size()); }
  int64_t operator[](int axis) const { return dims_[static_cast<size_t>(axis)]; }
  std::span<const int64_t> dims() const { return dims_; }

  // Number of elements: 1 for a scalar, 0 as soon as one extent is 0. nullopt if an extent is
  // negative or the product does not fit (outside data).
  std::optional<int64_t> NumElements() const;

  // Per-axis index of the element at this row-major position, which must be below NumElements().
  std::vector<int64_t> Unravel(int64_t flat) const;

  std::string ToString() const;  // "[2,3]"; "[]" for a scalar

  bool operator==(const Shape&) const = default;

 private:
  std::vector<int64_t> dims_;
};

}  // namespace tdbg::tensor
