#include "tensor/slice.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

namespace tdbg::tensor {
namespace {

using Kind = SliceItem::Kind;

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr std::string_view kAccepted =
    "accepted are integers, start:stop:step and one '...', separated by commas";

std::string Number(int64_t number) { return std::to_string(number); }

// Counted from 1, as people count.
std::string At(size_t offset) { return " at character " + std::to_string(offset + 1); }

// Printable, whatever was typed.
std::string Quoted(char c) {
  if (c >= ' ' && c <= '~') return std::string{'\'', c, '\''};
  constexpr char kHex[] = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  return std::string("byte 0x") + kHex[byte >> 4] + kHex[byte & 15];
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<Slice> Parse() {
    Slice slice;
    slice.text = text_;
    SkipBlanks();
    const bool bracketed = Take('[');
    SkipBlanks();
    while (!AtClose(bracketed)) {
      TDBG_RETURN_IF_ERROR(ParseItem(slice));
      SkipBlanks();
      if (!Take(',')) break;
      SkipBlanks();
    }
    if (bracketed && !Take(']')) {
      if (AtEnd()) return Error("the '[' is not closed; " + std::string(kAccepted));
      return Unexpected();
    }
    SkipBlanks();
    if (!AtEnd()) return Unexpected();
    return slice;
  }

 private:
  Status ParseItem(Slice& slice) {
    SliceItem item;
    item.begin = at_;
    if (text_.substr(at_, 3) == "...") {
      at_ += 3;
      item.kind = Kind::kEllipsis;
      for (const SliceItem& other : slice.items) {
        if (other.kind == Kind::kEllipsis) {
          return Error("a second '...'" + At(item.begin) + "; at most one is accepted");
        }
      }
    } else {
      const std::optional<int64_t> first = TakeNumber();
      const size_t end_of_first = at_;
      SkipBlanks();
      if (Peek() == ':') {
        item.kind = Kind::kRange;
        item.start = first;
        TDBG_RETURN_IF_ERROR(ParseRangeRest(item));
      } else if (first) {
        item.index = *first;
        at_ = end_of_first;
      } else {
        return Unexpected();
      }
    }
    item.end = at_;
    slice.items.push_back(item);
    return Status::Ok();
  }

  Status ParseRangeRest(SliceItem& item) {
    Take(':');
    SkipBlanks();
    item.stop = TakeNumber();
    const size_t end_of_stop = at_;
    SkipBlanks();
    if (!Take(':')) {
      at_ = end_of_stop;
      return Status::Ok();
    }
    const size_t end_of_colon = at_;
    SkipBlanks();
    const size_t step_at = at_;
    const std::optional<int64_t> step = TakeNumber();
    if (!step) {
      at_ = end_of_colon;
      return Status::Ok();
    }
    if (*step == 0) {
      return Error("step 0" + At(step_at) + "; accepted is any other integer");
    }
    item.step = std::max(*step, -kMax);
    return Status::Ok();
  }

  // An optional sign and digits; nothing is consumed where they do not stand. Saturates.
  std::optional<int64_t> TakeNumber() {
    size_t begin = at_;
    bool negative = false;
    if (Peek() == '-' || Peek() == '+') {
      negative = Peek() == '-';
      ++begin;
    }
    size_t end = begin;
    while (end < text_.size() && text_[end] >= '0' && text_[end] <= '9') ++end;
    if (end == begin) return std::nullopt;
    at_ = end;
    int64_t magnitude = 0;
    if (std::from_chars(text_.data() + begin, text_.data() + end, magnitude).ec != std::errc()) {
      return negative ? -kMax - 1 : kMax;
    }
    return negative ? -magnitude : magnitude;
  }

  void SkipBlanks() {
    while (!AtEnd() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  bool AtEnd() const { return at_ == text_.size(); }
  bool AtClose(bool bracketed) const { return AtEnd() || (bracketed && text_[at_] == ']'); }
  char Peek() const { return AtEnd() ? '\0' : text_[at_]; }
  bool Take(char c) {
    if (AtEnd() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  Status Error(std::string what) const { return InvalidArgument("bad slice: " + std::move(what)); }
  Status Unexpected() const {
    const std::string what =
        AtEnd() ? std::string("unexpected end") : "unexpected " + Quoted(text_[at_]);
    return Error(what + At(at_) + "; " + std::string(kAccepted));
  }

  std::string_view text_;
  size_t at_ = 0;
};

// A range on an axis of a known extent: `count` positions from `first` on, `step` apart.
struct Positions {
  int64_t first;
  int64_t count;
};

Positions Resolve(const SliceItem& item, int64_t extent) {
  const bool up = item.step > 0;
  // The places just before and after the axis are as far as a range may reach.
  const int64_t low = up ? 0 : -1;
  const int64_t high = up ? extent : extent - 1;
  const auto clamp = [&](int64_t position) {
    if (position < 0) position += extent;
    return std::clamp(position, low, high);
  };
  const int64_t start = item.start ? clamp(*item.start) : (up ? low : high);
  const int64_t stop = item.stop ? clamp(*item.stop) : (up ? high : low);
  const int64_t distance = up ? stop - start : start - stop;
  if (distance <= 0) return {0, 0};
  return {start, (distance - 1) / (up ? item.step : -item.step) + 1};
}

// As it was typed, shortened where it is longer than any index needs to be.
std::string TextOf(const SliceItem& item, const Slice& slice) {
  constexpr size_t kLongest = 24;
  const std::string text = slice.text.substr(item.begin, item.end - item.begin);
  return text.size() <= kLongest ? text : text.substr(0, kLongest) + "...";
}

// Wraps, because the strides of axes with at most one element mean nothing.
int64_t Multiply(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}

}  // namespace

Result<Slice> ParseSlice(std::string_view text) { return Parser(text).Parse(); }

Result<TensorView> ApplySlice(const Slice& slice, const TensorView& view) {
  if (!view.shape.NumElements()) {
    return Corrupt("cannot slice a tensor of the impossible shape " + view.shape.ToString());
  }
  const int rank = view.shape.rank();
  int64_t named_axes = 0;
  for (const SliceItem& item : slice.items) named_axes += item.kind != Kind::kEllipsis;
  if (named_axes > rank) {
    return InvalidArgument("too many indices in slice: " + Number(named_axes) +
                           " for a tensor of shape " + view.shape.ToString() +
                           "; accepted are at most " + Number(rank));
  }

  std::vector<int64_t> dims;
  std::vector<int64_t> strides;
  uint64_t offset = 0;
  int axis = 0;
  const auto keep_axes_up_to = [&](int end) {
    for (; axis < end; ++axis) {
      dims.push_back(view.shape[axis]);
      strides.push_back(view.strides_bytes[static_cast<size_t>(axis)]);
    }
  };
  for (const SliceItem& item : slice.items) {
    if (item.kind == Kind::kEllipsis) {
      keep_axes_up_to(axis + rank - static_cast<int>(named_axes));
      continue;
    }
    const int64_t extent = view.shape[axis];
    const int64_t stride = view.strides_bytes[static_cast<size_t>(axis)];
    int64_t first = item.index < 0 ? item.index + extent : item.index;
    if (item.kind == Kind::kRange) {
      const Positions positions = Resolve(item, extent);
      first = positions.first;
      dims.push_back(positions.count);
      strides.push_back(Multiply(stride, item.step));
    } else if (first < 0 || first >= extent) {
      const std::string accepted =
          extent > 0 ? "accepted are " + Number(-extent) + " to " + Number(extent - 1)
                     : "no index is accepted on an empty axis";
      return InvalidArgument("slice index " + TextOf(item, slice) + At(item.begin) +
                             " is outside axis " + Number(axis) + " of extent " + Number(extent) +
                             "; " + accepted);
    }
    offset += static_cast<uint64_t>(Multiply(stride, first));
    ++axis;
  }
  keep_axes_up_to(rank);

  TensorView part;
  part.dtype = view.dtype;
  part.shape = Shape(std::move(dims));
  part.strides_bytes = std::move(strides);
  // An empty part may begin behind the last element: it points at nothing, so it need not move.
  part.data = part.num_elements() > 0 ? view.data + static_cast<int64_t>(offset) : view.data;
  return part;
}

}  // namespace tdbg::tensor
