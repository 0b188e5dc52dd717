#include "expr/index.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "expr/broadcast.h"
#include "expr/cast.h"
#include "expr/promotion.h"
#include "expr/shapes.h"
#include "tensor/element.h"

namespace tdbg::expr {
namespace {

using tensor::DType;
using tensor::Shape;

// One axis of the part that slices choose, before index arrays choose further.
struct Axis {
  int64_t extent;
  int64_t stride;  // in elements
};

// An array of positions on one axis of the source.
struct Positions {
  Array array;  // int64, within [0, extent)
  int64_t stride;
};

class Indexer {
 public:
  Indexer(const Array& array, std::span<const Object> items, const Stop& stop, size_t& wrong)
      : array_(array),
        items_(items),
        stop_(stop),
        wrong_(wrong),
        strides_(BroadcastStrides(array.shape(), array.shape())) {}

  Result<Array> Run() {
    TDBG_RETURN_IF_ERROR(Prepare());
    for (size_t i = 0; i < items_.size(); ++i) {
      const Status status = Take(i);
      if (!status.ok()) {
        wrong_ = i;
        return status;
      }
    }
    KeepAxesUpTo(array_.rank());
    if (positions_.empty()) return Basic();
    return Advanced();
  }

 private:
  // Looks at all items before any is taken: numbers beside index arrays are such arrays themselves.
  Status Prepare() {
    int used = 0;
    int ellipses = 0;
    for (size_t i = 0; i < items_.size(); ++i) {
      const Object& item = items_[i];
      arrays_.emplace_back();
      if (std::holds_alternative<Ellipsis>(item.is)) {
        if (++ellipses > 1) {
          wrong_ = i;
          return InvalidArgument("a second '...'; at most one is accepted");
        }
      } else if (std::holds_alternative<SliceBounds>(item.is)) {
        ++used;
      } else if (!item.none()) {
        Result<Array> as_array = AsArray(item);
        const bool valid =
            as_array.ok() && (IsInteger(as_array->dtype()) || as_array->dtype() == DType::kBool ||
                              (item.sequence() && as_array->size() == 0));
        if (!valid) {
          wrong_ = i;
          return InvalidArgument(
              "this is no index; accepted are integers, slices, None, '...' and arrays of "
              "integers or bools");
        }
        arrays_.back() = *std::move(as_array);
        const bool is_bool = arrays_.back()->dtype() == DType::kBool;
        used += is_bool ? arrays_.back()->rank() : 1;
        advanced_ = advanced_ || is_bool || arrays_.back()->rank() > 0;
      }
    }
    if (used > array_.rank()) {
      return InvalidArgument(
          "too many indices: " + std::to_string(used) + " for " +
          (array_.rank() == 0 ? "a single number" : "the shape " + array_.shape().ToString()));
    }
    open_axes_ = array_.rank() - used;
    return Status::Ok();
  }

  Status Take(size_t i) {
    item_ = i;
    const Object& item = items_[i];
    if (item.none()) {
      axes_.push_back({1, 0});
      return Status::Ok();
    }
    if (std::holds_alternative<Ellipsis>(item.is)) {
      KeepAxesUpTo(axis_ + open_axes_);
      return Status::Ok();
    }
    if (const auto* bounds = std::get_if<SliceBounds>(&item.is)) {
      TakeSlice(*bounds);
      return Status::Ok();
    }
    const Array& index = *arrays_[i];
    if (index.dtype() == DType::kBool) return TakeMask(index);
    if (advanced_) return TakePositions(index);
    TDBG_ASSIGN_OR_RETURN(const int64_t position,
                          InRange(tensor::ReadInt64(index.dtype(), index.data()), axis_));
    offset_ += position * strides_[static_cast<size_t>(axis_)];
    ++axis_;
    return Status::Ok();
  }

  Result<int64_t> InRange(int64_t position, int axis) const {
    const int64_t extent = array_.shape()[axis];
    const int64_t from_start = position < 0 ? position + extent : position;
    if (from_start < 0 || from_start >= extent) {
      return InvalidArgument("the index " + std::to_string(position) + " is outside axis " +
                             std::to_string(axis) + ", whose extent is " + std::to_string(extent));
    }
    return from_start;
  }

  void TakeSlice(const SliceBounds& bounds) {
    const int64_t extent = array_.shape()[axis_];
    const bool up = bounds.step > 0;
    const int64_t low = up ? 0 : -1;
    const int64_t high = up ? extent : extent - 1;
    const auto clamp = [&](int64_t position) {
      return std::clamp(position < 0 ? position + extent : position, low, high);
    };
    const int64_t start = bounds.has_start ? clamp(bounds.start) : (up ? low : high);
    const int64_t stop = bounds.has_stop ? clamp(bounds.stop) : (up ? high : low);
    const int64_t distance = up ? stop - start : start - stop;
    const int64_t step = up ? bounds.step : -bounds.step;
    const int64_t count = distance <= 0 ? 0 : (distance - 1) / step + 1;
    const int64_t stride = strides_[static_cast<size_t>(axis_)];
    if (count > 0) offset_ += start * stride;
    axes_.push_back({count, count > 1 ? stride * bounds.step : 0});
    ++axis_;
  }

  void KeepAxesUpTo(int end) {
    for (; axis_ < end; ++axis_) {
      axes_.push_back({array_.shape()[axis_], strides_[static_cast<size_t>(axis_)]});
    }
  }

  Status TakePositions(const Array& index) {
    TDBG_ASSIGN_OR_RETURN(const Array wide, Cast(index, DType::kI64));
    TDBG_ASSIGN_OR_RETURN(ArrayBuilder builder, ArrayBuilder::Make(DType::kI64, index.shape()));
    for (int64_t i = 0; i < wide.size(); ++i) {
      TDBG_ASSIGN_OR_RETURN(const int64_t position,
                            InRange(tensor::LoadUnaligned<int64_t>(wide.data() + i * 8), axis_));
      std::memcpy(builder.data() + i * 8, &position, sizeof(position));
    }
    AddPositions(std::move(builder).Finish(), strides_[static_cast<size_t>(axis_)]);
    ++axis_;
    return Status::Ok();
  }

  // A mask over several axes is an index array for each of them.
  Status TakeMask(const Array& mask) {
    for (int k = 0; k < mask.rank(); ++k) {
      if (mask.shape()[k] == array_.shape()[axis_ + k]) continue;
      return InvalidArgument("the mask has the extent " + std::to_string(mask.shape()[k]) +
                             " where axis " + std::to_string(axis_ + k) + " has " +
                             std::to_string(array_.shape()[axis_ + k]));
    }
    if (mask.rank() == 0) {
      const int64_t count = mask.data()[0] != std::byte{0} ? 1 : 0;
      TDBG_ASSIGN_OR_RETURN(ArrayBuilder builder, ArrayBuilder::Make(DType::kI64, Shape{count}));
      AddPositions(std::move(builder).Finish(), 0);
      return Status::Ok();
    }
    TDBG_ASSIGN_OR_RETURN(std::vector<Array> indices, Nonzero(mask));
    for (Array& index : indices) {
      AddPositions(std::move(index), strides_[static_cast<size_t>(axis_)]);
      ++axis_;
    }
    return Status::Ok();
  }

  // Index arrays side by side put their axes where they stand, others put them first.
  void AddPositions(Array array, int64_t stride) {
    if (positions_.empty()) {
      place_ = axes_.size();
    } else if (item_ > last_array_item_ + 1) {
      apart_ = true;
    }
    last_array_item_ = item_;
    positions_.push_back({std::move(array), stride});
  }

  Result<Array> Basic() {
    std::vector<int64_t> dims;
    std::vector<int64_t> strides;
    for (const Axis& axis : axes_) {
      dims.push_back(axis.extent);
      strides.push_back(axis.stride);
    }
    return CopyStrided(array_, offset_, Shape(std::move(dims)), std::move(strides), stop_);
  }

  Result<Array> Advanced() {
    Shape chosen;
    for (const Positions& positions : positions_) {
      TDBG_ASSIGN_OR_RETURN(chosen, Broadcast(chosen, positions.array.shape()));
    }
    TDBG_ASSIGN_OR_RETURN(ArrayBuilder sums, ArrayBuilder::Make(DType::kI64, chosen));
    std::vector<int64_t> offsets(static_cast<size_t>(sums.size()), 0);
    for (const Positions& positions : positions_) {
      const Walk<2> walk(chosen, {BroadcastStrides(positions.array.shape(), chosen),
                                  BroadcastStrides(chosen, chosen)});
      TDBG_RETURN_IF_ERROR(walk.ForEachRow(stop_, [&](const std::array<int64_t, 2>& at) {
        for (int64_t i = 0; i < walk.row_length(); ++i) {
          const auto position = tensor::LoadUnaligned<int64_t>(
              positions.array.data() + (at[0] + i * walk.row_stride(0)) * 8);
          offsets[static_cast<size_t>(at[1] + i)] += position * positions.stride;
        }
      }));
    }
    return Gather(chosen, offsets);
  }

  // Axes before the index arrays, those of the arrays, then the others.
  Result<Array> Gather(const Shape& chosen, const std::vector<int64_t>& offsets) {
    const auto split = static_cast<std::ptrdiff_t>(apart_ ? 0 : place_);
    std::vector<int64_t> dims;
    std::vector<int64_t> outer_dims;
    std::vector<int64_t> outer_strides;
    std::vector<int64_t> inner_dims;
    std::vector<int64_t> inner_strides;
    for (std::ptrdiff_t k = 0; k < static_cast<std::ptrdiff_t>(axes_.size()); ++k) {
      const Axis& axis = axes_[static_cast<size_t>(k)];
      (k < split ? outer_dims : inner_dims).push_back(axis.extent);
      (k < split ? outer_strides : inner_strides).push_back(axis.stride);
    }
    dims = outer_dims;
    dims.insert(dims.end(), chosen.dims().begin(), chosen.dims().end());
    dims.insert(dims.end(), inner_dims.begin(), inner_dims.end());

    const int64_t bytes = tensor::ElementStride(array_.dtype());
    const Shape outer_shape(outer_dims);
    const Shape inner_shape(inner_dims);
    const Walk<1> outer(outer_shape, {outer_strides});
    const Walk<1> inner(inner_shape, {inner_strides});
    TDBG_ASSIGN_OR_RETURN(ArrayBuilder builder,
                          ArrayBuilder::Make(array_.dtype(), Shape(std::move(dims))));
    std::byte* to = builder.data();
    Status status;
    const Status walked = outer.ForEachRow(stop_, [&](const std::array<int64_t, 1>& out) {
      for (int64_t i = 0; i < outer.row_length(); ++i) {
        for (const int64_t chosen_offset : offsets) {
          const int64_t base = offset_ + out[0] + i * outer.row_stride(0) + chosen_offset;
          const Status copied = inner.ForEachRow(stop_, [&](const std::array<int64_t, 1>& in) {
            const int64_t at = base + in[0];
            for (int64_t k = 0; k < inner.row_length(); ++k) {
              std::memcpy(to, array_.data() + (at + k * inner.row_stride(0)) * bytes,
                          static_cast<size_t>(bytes));
              to += bytes;
            }
          });
          if (status.ok()) status = copied;
        }
      }
    });
    TDBG_RETURN_IF_ERROR(walked);
    TDBG_RETURN_IF_ERROR(status);
    return std::move(builder).FinishFrom(array_);
  }

  const Array& array_;
  std::span<const Object> items_;
  const Stop& stop_;
  size_t& wrong_;
  std::vector<int64_t> strides_;

  std::vector<std::optional<Array>> arrays_;  // of each item, where it is one
  bool advanced_ = false;
  int open_axes_ = 0;  // that no item names

  int axis_ = 0;
  int64_t offset_ = 0;
  std::vector<Axis> axes_;
  std::vector<Positions> positions_;
  size_t item_ = 0;             // being taken
  size_t last_array_item_ = 0;  // the last item that was an index array
  size_t place_ = 0;            // where among axes_ the axes of the index arrays go
  bool apart_ = false;          // something stands between the index arrays, if only an empty '...'
};

}  // namespace

Result<Array> Index(const Array& array, std::span<const Object> items, const Stop& stop,
                    size_t& wrong) {
  return Indexer(array, items, stop, wrong).Run();
}

}  // namespace tdbg::expr
