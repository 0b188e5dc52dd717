// Walking several arrays of different shapes side by side.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "expr/object.h"

namespace tdbg::expr {

// numpy's rule: shapes are aligned at their last axis, and an extent of 1 stretches.
Result<tensor::Shape> Broadcast(const tensor::Shape& a, const tensor::Shape& b);

// How far apart, in elements, neighbours on each axis of `to` lie in a row-major array of shape
// `from`; 0 where it stretches. `from` must broadcast to `to`.
std::vector<int64_t> BroadcastStrides(const tensor::Shape& from, const tensor::Shape& to);

// Extents, outermost first, and the strides of N operands on them. Axes on which all operands go on
// as one are merged, so that rows are as long as can be. There is at least one axis.
template <size_t N>
class Walk {
 public:
  Walk(const tensor::Shape& shape, const std::array<std::vector<int64_t>, N>& strides) {
    for (int axis = 0; axis < shape.rank(); ++axis) {
      const auto a = static_cast<size_t>(axis);
      const int64_t extent = shape[axis];
      if (extent == 1) continue;
      std::array<int64_t, N> here;
      for (size_t k = 0; k < N; ++k) here[k] = strides[k][a];
      bool merges = !axes_.empty();
      for (size_t k = 0; k < N && merges; ++k) {
        merges = axes_.back().strides[k] == here[k] * extent;
      }
      if (merges) {
        axes_.back() = {axes_.back().extent * extent, here};
      } else {
        axes_.push_back({extent, here});
      }
    }
    if (axes_.empty()) axes_.push_back({1, {}});
    for (const Axis& axis : axes_) elements_ *= axis.extent;
  }

  int64_t row_length() const { return axes_.back().extent; }
  // Of operand k inside a row.
  int64_t row_stride(size_t k) const { return axes_.back().strides[k]; }

  // Calls row(offsets) with the offset of each operand at the start of each row.
  template <typename Row>
  Status ForEachRow(const Stop& stop, Row row) const {
    if (elements_ == 0) return Status::Ok();
    std::vector<int64_t> index(axes_.size() - 1, 0);
    std::array<int64_t, N> offsets{};
    constexpr int64_t kElementsBetweenChecks = 1 << 16;
    int64_t unchecked = 0;
    while (true) {
      row(offsets);
      unchecked += row_length();
      if (unchecked >= kElementsBetweenChecks) {
        TDBG_RETURN_IF_ERROR(stop.Check());
        unchecked = 0;
      }
      size_t axis = index.size();
      while (true) {
        if (axis == 0) return Status::Ok();
        --axis;
        for (size_t k = 0; k < N; ++k) offsets[k] += axes_[axis].strides[k];
        if (++index[axis] < axes_[axis].extent) break;
        for (size_t k = 0; k < N; ++k) offsets[k] -= axes_[axis].strides[k] * axes_[axis].extent;
        index[axis] = 0;
      }
    }
  }

 private:
  struct Axis {
    int64_t extent;
    std::array<int64_t, N> strides;
  };
  std::vector<Axis> axes_;
  int64_t elements_ = 1;
};

}  // namespace tdbg::expr
