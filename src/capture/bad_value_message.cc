#include "capture/bad_value_message.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>
#include <string_view>

#include "base/printable.h"
#include "capture/stack_text.h"
#include "capture/statistics.h"

namespace tdbg::capture {
namespace {

// As C prints it, in whatever language the program prints.
std::string Number(double value) {
  char text[32];
  const auto end =
      std::to_chars(text, text + sizeof text, value, std::chars_format::general, /*precision=*/6);
  return {text, end.ptr};
}

void AddCount(int64_t count, std::string_view noun, std::string* list) {
  if (count == 0) return;
  *list += (list->empty() ? "" : ", ") + std::to_string(count) + " " + std::string(noun);
}

// "1 NaN, 2 -inf of 6 elements, the others from 0 to 1.5".
std::string Describe(const tensor::Health& health) {
  std::string text;
  AddCount(health.nan, "NaN", &text);
  AddCount(health.pos_inf, "+inf", &text);
  AddCount(health.neg_inf, "-inf", &text);
  const bool bad = !text.empty();
  if (bad) text += " of " + Counted(health.elements, "element");
  const bool ordered = health.min <= health.max;  // no order is known of complex numbers
  if (health.finite() > 0 && ordered) {
    const bool one = health.min == health.max;
    text += bad ? (one ? ", all others " : ", the others from ") : (one ? "" : "from ");
    text += Number(health.min) + (one ? "" : " to " + Number(health.max));
  } else if (!bad) {
    text += health.elements == 0 ? "empty" : "finite";
  }
  return text;
}

struct Looked {
  std::string text;  // "float32 [2, 3]: from 0 to 1.5"
  std::optional<tensor::Health> health;
};

Looked LookAt(Definitions& definitions, const tdbg_tensor& tensor) {
  const std::span<const int64_t> dims(tensor.dims, tensor.dims != nullptr ? tensor.rank : 0);
  Looked looked = {.text = std::string(tensor::Info(DTypeOf(tensor)).name) + " [", .health = {}};
  for (const int64_t extent : dims) {
    if (looked.text.back() != '[') looked.text += ", ";
    looked.text += std::to_string(extent);
  }
  looked.text += "]";
  const KnownShape* const shape = definitions.Shape(dims);
  looked.health =
      Measure(tensor, shape != nullptr ? shape->elements : -1, Detail::kFullHealth).health;
  if (looked.health) looked.text += ": " + Describe(*looked.health);
  return looked;
}

std::string DescribeInputs(Definitions& definitions, const tdbg_op_run& run, uint32_t role) {
  constexpr uint32_t kMostTold = 16;
  if (run.input == nullptr) return "";
  std::string text;
  bool all_finite = run.input_count > 0 && run.input_count <= kMostTold;
  std::optional<uint32_t> first_bad;
  for (uint32_t i = 0; i < std::min(run.input_count, kMostTold); ++i) {
    tdbg_tensor tensor = {};
    const bool readable = run.input(run.context, i, &tensor) == 0;
    const Looked looked = readable ? LookAt(definitions, tensor) : Looked();
    text += "\n  input " + std::to_string(i) + ": ";
    text += readable ? looked.text : "cannot be read (any more)";
    all_finite = all_finite && looked.health && looked.health->bad() == 0;
    if (!first_bad && looked.health && looked.health->bad() > 0) first_bad = i;
  }
  if (first_bad) text += "\n  input " + std::to_string(*first_bad) + " was bad already";
  if (all_finite && role == TDBG_COMPUTES) text += "\n  its inputs are finite: it was born here";
  return text;
}

// Names and sources come from outside; only the line breaks are ours.
std::string PrintableLines(std::string_view text) {
  std::string lines;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    if (begin > 0) lines += '\n';
    lines += Printable(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

// "Mul 'loss/mul' of function 'train'".
std::string NameOf(const Definitions::OpNames& names) {
  const std::string_view name = names.written.empty() ? names.name : names.written;
  std::string text(names.type);
  if (name != names.type) text += " '" + std::string(name) + "'";
  if (!names.graph.empty()) text += " of function '" + std::string(names.graph) + "'";
  return text;
}

}  // namespace

std::string MessageOfBadOutput(Definitions& definitions, const Settings& settings,
                               const tdbg_op_run& run, const OpState& op, uint32_t slot) {
  const std::string output = "output " + std::to_string(slot);
  std::string text =
      "tdbg: NaN or infinity in " + output + " of " + NameOf(definitions.NamesOf(op));
  text += "\n  " + output + ": " + LookAt(definitions, run.outputs[slot - run.first_slot]).text;
  text += DescribeInputs(definitions, run, op.role.load(std::memory_order_relaxed));
  const uint32_t made = definitions.StackOf(op);
  const uint32_t stack = made != 0 || run.stack == nullptr ? made : run.stack(run.context);
  text += StackText(definitions, settings, stack, made != 0 ? "the op was made" : "it was run");
  return PrintableLines(text);
}

std::string MessageOfBadConstant(Definitions& definitions, const Settings& settings,
                                 const tdbg_op_run& run, const OpState& reader,
                                 const BadConstant& constant) {
  const Definitions::OpNames names = definitions.NamesOf(constant.op);
  const std::string input = "input " + std::to_string(constant.input);
  std::string text = "tdbg: NaN or infinity in constant '" + std::string(names.name) + "'";
  if (reader.role.load(std::memory_order_relaxed) != TDBG_PASSES_ON) {
    text += ", " + input + " of " + NameOf(definitions.NamesOf(reader));
  } else if (!names.graph.empty()) {
    text += " of function '" + std::string(names.graph) + "'";
  }
  tdbg_tensor tensor = {};
  if (run.input != nullptr && run.input(run.context, constant.input, &tensor) == 0) {
    text += "\n  it is " + LookAt(definitions, tensor).text;
  }
  text += "\n  it was written as " + std::string(names.type);
  text += StackText(definitions, settings, definitions.StackOf(constant.op), "it was made");
  return PrintableLines(text);
}

}  // namespace tdbg::capture
