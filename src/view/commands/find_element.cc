
#include "base/whole_number.h"
#include "tensor/slice.h"
#include "view/command_table.h"
#include "view/health_text.h"
#include "view/tensor_lines.h"
#include "view/value_page.h"

namespace tdbg::view {
namespace {

// Rows and columns shown around an element.
constexpr int64_t kElementsAround = 2;

Result<std::vector<int64_t>> ReadIndices(std::string_view text, const tensor::Shape& shape) {
  std::vector<int64_t> indices;
  std::string_view rest = text;
  if (rest.starts_with('[') && rest.ends_with(']')) rest = rest.substr(1, rest.size() - 2);
  while (!rest.empty()) {
    const size_t comma = std::min(rest.find(','), rest.size());
    std::string_view word = rest.substr(0, comma);
    while (word.starts_with(' ')) word.remove_prefix(1);
    while (word.ends_with(' ')) word.remove_suffix(1);
    const std::optional<int64_t> index = WholeNumber(word);
    if (!index) {
      return InvalidArgument("@" + std::string(text) + " is no element; expected @i,j,… or @[i,j]");
    }
    indices.push_back(*index);
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  if (indices.size() != static_cast<size_t>(shape.rank())) {
    return InvalidArgument("the tensor has " + std::to_string(shape.rank()) +
                           " axes (its shape is " + shape.ToString() + "), but @" +
                           std::string(text) + " names " + std::to_string(indices.size()));
  }
  for (size_t axis = 0; axis < indices.size(); ++axis) {
    const int64_t extent = shape[static_cast<int>(axis)];
    if (indices[axis] < 0) indices[axis] += extent;
    if (indices[axis] < 0 || indices[axis] >= extent) {
      return InvalidArgument("@" + std::string(text) + " is outside the shape " + shape.ToString());
    }
  }
  return indices;
}

// A slice with the neighbours of the element on the last two axes, "[7, 12:17, 3:8]".
std::string WindowAround(const std::vector<int64_t>& indices, const tensor::Shape& shape) {
  std::string slice = "[";
  for (size_t axis = 0; axis < indices.size(); ++axis) {
    if (axis > 0) slice += ", ";
    if (axis + 2 < indices.size()) {
      slice += std::to_string(indices[axis]);
      continue;
    }
    const int64_t begin = std::max<int64_t>(indices[axis] - kElementsAround, 0);
    const int64_t end =
        std::min(indices[axis] + kElementsAround + 1, shape[static_cast<int>(axis)]);
    slice += std::to_string(begin) + ":" + std::to_string(end);
  }
  return slice + "]";
}

Result<Document> FindElement(Workspace& workspace, const Arguments& arguments) {
  const Document* const answer = workspace.answers.shown();
  if (answer == nullptr || !answer->tensor) {
    return NotFound("@ finds an element of a printed tensor; print one first (`pt`)");
  }
  const ShownTensor& shown = *answer->tensor;
  const tensor::Shape& shape = shown.view.shape;
  TDBG_ASSIGN_OR_RETURN(const auto indices, ReadIndices(arguments.text(), shape));
  if (indices.empty()) return InvalidArgument("@ needs the indices of an element: @i,j");
  const std::string window = WindowAround(indices, shape);
  TDBG_ASSIGN_OR_RETURN(const tensor::Slice slice, tensor::ParseSlice(window));
  TDBG_ASSIGN_OR_RETURN(const tensor::TensorView view, tensor::ApplySlice(slice, shown.view));

  // The number of the element within the window, row-major.
  int64_t element = 0;
  for (size_t axis = indices.size() > 2 ? indices.size() - 2 : 0; axis < indices.size(); ++axis) {
    const int64_t begin = std::max<int64_t>(indices[axis] - kElementsAround, 0);
    const int axis_in_window = static_cast<int>(axis) - std::max(shape.rank() - 2, 0);
    element = element * view.shape[axis_in_window] + indices[axis] - begin;
  }
  Document page = Document::Of("element " + tensor::Shape(indices).ToString() + ", in " + window);
  for (Line& line :
       TensorLines(view, FormatFor(workspace.surface, workspace.settings, true), std::nullopt)) {
    std::string text = line.Text();
    for (const ElementPlace& place : line.elements) {
      if (place.element != element) continue;
      Line marked(text.substr(0, place.begin));
      marked.Add(text.substr(place.begin, place.end - place.begin), Style::kHighlight)
          .Add(text.substr(place.end) + "   ◀ " +
               text.substr(place.begin, place.end - place.begin));
      line = std::move(marked);
      break;
    }
    page.Say(std::move(line));
  }
  return page;
}

}  // namespace

Command FindElementCommand() {
  return {
      .name = "@",
      .aliases = {},
      .topic = Topic::kPrompt,
      .summary = "show an element of the tensor printed last, with its neighbours",
      .positional = {"indices", Positional::Count::kRest},
      .details =
          "Indices are those of what was printed: within the slice, if there was one. "
          "Negative ones count from the end. Elements that a shortened tensor left out are "
          "found as well.",
      .examples = {"@12,6", "@[12,6]", "@-1,0"},
      .makes_page = false,
      .run = FindElement,
  };
}

}  // namespace tdbg::view
