// Any text as the name of a tensor: what is understood can be written down and understood again.
#include <string>

#include "fuzz/expectations.h"
#include "query/tensor_name.h"

namespace tdbg::fuzz {
namespace {

using query::TensorName;

std::string Write(const TensorName& name) {
  // Without the colons an op whose name begins with '@' would be an execution.
  const bool needs_graph = !name.graph.empty() || name.op.starts_with('@');
  std::string text = needs_graph ? name.graph + "::" : "";
  text += name.op.empty() ? "@" + std::to_string(name.execution) : name.op;
  text += ":" + (name.slot == query::kUnknownSlot ? "?" : std::to_string(name.slot));
  if (!name.debug_op.empty()) text += ":" + name.debug_op;
  if (name.occurrence) text += "#" + std::to_string(*name.occurrence);
  return text + name.slice;
}

void ReadName(std::string_view text) {
  const auto name = query::ParseTensorName(text);
  if (!name.ok()) return ExpectOneLine(name.status());
  // Only of an execution can it be unknown which output was recorded.
  TDBG_CHECK(name->slot >= 0 || (name->slot == query::kUnknownSlot && name->op.empty()));
  TDBG_CHECK(name->occurrence.value_or(0) >= 0);
  TDBG_CHECK((name->execution >= 0) == name->op.empty());
  TDBG_CHECK(name->slice.empty() || name->slice.starts_with('['));

  // Slot and debug op, once spelled out, can turn the rest into something that looks like a device.
  if (text.find("/job:") != std::string_view::npos) return;
  const auto again = query::ParseTensorName(Write(*name));
  TDBG_CHECK(again.ok());
  TDBG_CHECK(again->graph == name->graph && again->op == name->op &&
             again->execution == name->execution && again->slot == name->slot &&
             again->occurrence == name->occurrence && again->slice == name->slice &&
             again->debug_op == name->debug_op);
}

}  // namespace
}  // namespace tdbg::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tdbg::fuzz::ReadName(tdbg::fuzz::AsText(data, size));
  return 0;
}
