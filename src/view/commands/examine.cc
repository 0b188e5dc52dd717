#include <charconv>

#include "session/tensor_facts.h"
#include "tensor/each_element.h"
#include "tensor/format.h"
#include "tensor/slice.h"
#include "view/command_table.h"
#include "view/current_tensor.h"

namespace tdbg::view {
namespace {

constexpr int64_t kElements = 8;

std::string Bits(tensor::DType dtype, const std::byte* at) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text = "0x";
  for (size_t i = tensor::Info(dtype).bytes; i-- > 0;) {
    const auto byte = std::to_integer<unsigned>(at[i]);
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

// "/8f" is eight elements; what the letter asks for is shown anyway.
Result<int64_t> ReadCount(std::string_view text) {
  text.remove_prefix(1);
  int64_t count = kElements;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (text.empty() || count < 1 || text.data() + text.size() - end > 1) {
    return InvalidArgument("x: expected x/N TENSOR with N from 1 on, as in x/8 w:0");
  }
  return count;
}

Result<Document> Examine(Workspace& workspace, const Arguments& arguments) {
  int64_t count = kElements;
  std::string name;
  for (const std::string& word : arguments.words()) {
    if (word.starts_with('/') && name.empty()) {
      TDBG_ASSIGN_OR_RETURN(count, ReadCount(word));
    } else if (name.empty()) {
      name = word;
    } else {
      return InvalidArgument("x: takes one tensor, but got '" + word + "' as well");
    }
  }
  TDBG_ASSIGN_OR_RETURN(const session::FoundTensor found, NamedTensor(workspace.position, name));
  TDBG_ASSIGN_OR_RETURN(const tensor::Slice slice, tensor::ParseSlice(found.slice));
  TDBG_ASSIGN_OR_RETURN(const tensor::Value value,
                        workspace.position.run().run().values->ReadValue(found.event()));
  TDBG_ASSIGN_OR_RETURN(const tensor::TensorView view, tensor::ApplySlice(slice, value.view()));
  std::vector<std::vector<Cell>> rows;
  int64_t element = 0;
  tensor::ForEachElement(view, [&](const std::byte* at) {
    if (element < count) {
      rows.push_back(
          {TextCell(tensor::Shape(view.shape.Unravel(element)).ToString(), Style::kLineNumber),
           TextCell(tensor::FormatElement(view.dtype, at)),
           tensor::IsOpaque(view.dtype) ? Cell() : TextCell(Bits(view.dtype, at))});
    }
    ++element;
  });
  Document page =
      Document::Of(session::FactsOf(workspace.position.run(), found.event()).name + found.slice);
  page.Show(FixedTable(
      "elements", {{"index", "index"}, {"value", "value", Column::Side::kRight}, {"bits", "bits"}},
      std::move(rows)));
  return page;
}

}  // namespace

Command ExamineCommand() {
  return {
      .name = "x",
      .aliases = {},
      .topic = Topic::kTensors,
      .summary = "examine elements one by one, with their bits",
      .positional = {"/how many, and a tensor", Positional::Count::kAny, Kind::kTensor},
      .examples = {"x/4 w:0", "x w:0[2,:]", "x"},
      .run = Examine,
  };
}

}  // namespace tdbg::view
