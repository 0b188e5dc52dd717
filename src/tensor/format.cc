#include "tensor/format.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <vector>

#include "tensor/format_element.h"
#include "tensor/number_environment.h"

namespace tdbg::tensor {
namespace {

constexpr std::string_view kGap = "...";

// The positions of an axis that are shown: all, or some at each end.
struct AxisWindow {
  int64_t extent;
  int64_t stride;
  int64_t edge;  // 0: no gap

  bool has_gap() const { return edge > 0; }
  int64_t shown() const { return has_gap() ? 2 * edge : extent; }
  bool GapBefore(int64_t k) const { return has_gap() && k == edge; }
  int64_t PositionOf(int64_t k) const { return has_gap() && k >= edge ? extent - shown() + k : k; }
  int64_t OffsetOf(int64_t k) const { return stride * PositionOf(k); }
};

// Walks over the innermost rows that are shown, in order.
class Rows {
 public:
  Rows(const TensorView& view, const FormatOptions& options) : data_(view.data) {
    const bool summarise = view.num_elements() > options.threshold;
    const int64_t edge = std::max<int64_t>(options.edge_items, 1);
    for (int axis = 0; axis < view.shape.rank(); ++axis) {
      const int64_t extent = view.shape[axis];
      const bool has_gap = summarise && (extent - 1) / 2 >= edge;
      windows_.push_back(
          {extent, view.strides_bytes[static_cast<size_t>(axis)], has_gap ? edge : 0});
    }
    position_.resize(windows_.size() - 1);
  }

  int rank() const { return static_cast<int>(windows_.size()); }
  const AxisWindow& row_window() const { return windows_.back(); }

  const std::byte* row() const {
    const std::byte* at = data_;
    for (size_t axis = 0; axis < position_.size(); ++axis) {
      at += windows_[axis].OffsetOf(position_[axis]);
    }
    return at;
  }

  // Row-major number of the row's first element.
  int64_t first_element() const {
    int64_t element = 0;
    for (size_t axis = 0; axis < position_.size(); ++axis) {
      element = element * windows_[axis].extent + windows_[axis].PositionOf(position_[axis]);
    }
    return element * windows_.back().extent;
  }

  // To the next row. Returns the axis on which it differs from the last one, or -1 at the end.
  int Advance() {
    for (size_t axis = position_.size(); axis-- > 0;) {
      if (++position_[axis] < windows_[axis].shown()) return static_cast<int>(axis);
      position_[axis] = 0;
    }
    return -1;
  }

  // Whether something was left out before this row on that axis.
  bool GapBefore(int axis) const {
    return windows_[static_cast<size_t>(axis)].GapBefore(position_[static_cast<size_t>(axis)]);
  }

 private:
  const std::byte* data_;
  std::vector<AxisWindow> windows_;
  std::vector<int64_t> position_;
};

void Repeat(char c, int count, std::string& out) { out.append(static_cast<size_t>(count), c); }

// The elements of one row, wrapped at the line width, without the brackets.
class RowWriter {
 public:
  RowWriter(const ElementColumn& column, const Rows& rows, int64_t line_width, std::string& out,
            std::vector<ElementSpan>* spans)
      : column_(column),
        window_(rows.row_window()),
        indent_(static_cast<size_t>(rows.rank())),
        // Every level of nesting closes with one more bracket.
        width_(line_width - rows.rank()),
        out_(out),
        spans_(spans) {}

  void Write(const Rows& rows) {
    const std::byte* const row = rows.row();
    const int64_t first = spans_ == nullptr ? 0 : rows.first_element();
    // What stands before a row on its first line is as long as the indent of its other lines.
    line_ = out_.size() - indent_;
    for (int64_t k = 0; k < window_.shown(); ++k) {
      if (k > 0) out_ += ' ';
      if (window_.GapBefore(k)) {
        word_ = kGap;
        AppendWord();
        out_ += ' ';
      }
      word_.clear();
      column_.Append(row + window_.OffsetOf(k), word_);
      AppendWord();
      if (spans_ != nullptr) AddSpan(first + window_.PositionOf(k), row + window_.OffsetOf(k));
    }
  }

 private:
  void AddSpan(int64_t element, const std::byte* at) {
    const size_t start = out_.size() - word_.size();
    const size_t leading = std::min(word_.find_first_not_of(' '), word_.size());
    spans_->push_back({element, at, start + leading, start + word_.find_last_not_of(' ') + 1});
  }

  void AppendWord() {
    const size_t used = out_.size() - line_;
    if (used > indent_ && static_cast<int64_t>(used + word_.size()) > width_) {
      out_.resize(out_.find_last_not_of(' ') + 1);
      out_ += '\n';
      line_ = out_.size();
      out_.append(indent_, ' ');
    }
    out_ += word_;
  }

  const ElementColumn& column_;
  const AxisWindow window_;
  const size_t indent_;
  const int64_t width_;
  std::string& out_;
  std::vector<ElementSpan>* const spans_;
  size_t line_ = 0;  // where the current line begins in out_
  std::string word_;
};

void ObserveAll(Rows rows, ElementColumn& column) {
  const AxisWindow window = rows.row_window();
  do {
    const std::byte* const row = rows.row();
    for (int64_t k = 0; k < window.shown(); ++k) column.Observe(row + window.OffsetOf(k));
  } while (rows.Advance() >= 0);
  column.Settle();
}

std::string WriteAll(Rows rows, const ElementColumn& column, int64_t line_width,
                     std::vector<ElementSpan>* spans) {
  std::string out;
  RowWriter writer(column, rows, line_width, out, spans);
  Repeat('[', rows.rank(), out);
  writer.Write(rows);
  for (int axis = rows.Advance(); axis >= 0; axis = rows.Advance()) {
    const int closed = rows.rank() - 1 - axis;
    Repeat(']', closed, out);
    Repeat('\n', closed, out);
    Repeat(' ', axis + 1, out);
    if (rows.GapBefore(axis)) {
      out += kGap;
      Repeat('\n', closed, out);
      Repeat(' ', axis + 1, out);
    }
    Repeat('[', closed, out);
    writer.Write(rows);
  }
  Repeat(']', rows.rank(), out);
  return out;
}

}  // namespace

std::string FormatTensor(const TensorView& view, const FormatOptions& options,
                         std::vector<ElementSpan>* spans) {
  if (view.num_elements() == 0) return "[]";
  if (view.shape.rank() == 0) {
    std::string text = FormatElement(view.dtype, view.data);
    if (spans != nullptr) spans->push_back({0, view.data, 0, text.size()});
    return text;
  }
  const NumberEnvironment environment;
  const std::unique_ptr<ElementColumn> column = MakeElementColumn(view.dtype, options);
  const Rows rows(view, options);
  ObserveAll(rows, *column);
  return WriteAll(rows, *column, std::max<int64_t>(options.line_width, 0), spans);
}

}  // namespace tdbg::tensor
