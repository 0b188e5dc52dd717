#include "view/eval_page.h"

#include <algorithm>

#include "base/whole_number.h"
#include "expr/evaluate.h"
#include "session/tensor_facts.h"
#include "session/tensor_lookup.h"
#include "tensor/each_element.h"
#include "tensor/slice.h"
#include "view/current_tensor.h"
#include "view/health_text.h"

namespace tdbg::view {
namespace {

using session::FoundTensor;
using tensor::Value;

// "[2]" at the end is an execution index; anything else in brackets is a slice.
std::optional<int64_t> CutExecutionIndex(std::string_view& name) {
  const size_t bracket = name.rfind('[');
  if (bracket == std::string_view::npos || !name.ends_with(']')) return std::nullopt;
  const auto index = WholeNumber(name.substr(bracket + 1, name.size() - bracket - 2));
  if (index) name = name.substr(0, bracket);
  return index;
}

// Where a tensor was recorded in several ways, its bare name means its value.
Result<FoundTensor> FindValue(Position& position, std::string_view text,
                              std::optional<int64_t> index) {
  if (text.empty() || text.starts_with('.')) return NamedTensor(position, text);
  TDBG_ASSIGN_OR_RETURN(query::TensorName name, query::ParseTensorName(text));
  if (index) name.occurrence = index;
  const store::GraphId near = CurrentGraph(position);
  if (name.debug_op.empty() && !name.op.empty()) {
    query::TensorName value = name;
    value.debug_op = query::kValueDebugOp;
    if (auto found = session::FindTensor(position.run(), value, near); found.ok()) return found;
  }
  return session::FindTensor(position.run(), name, near);
}

// The part as a value of its own.
Result<Value> Sliced(const Value& value, const std::string& text) {
  if (text.empty()) return value;
  TDBG_ASSIGN_OR_RETURN(const tensor::Slice slice, tensor::ParseSlice(text));
  TDBG_ASSIGN_OR_RETURN(const tensor::TensorView view, tensor::ApplySlice(slice, value.view()));
  if (!tensor::HasNumbers(view.dtype)) {
    return Unsupported("only numbers can be computed with, not elements of type " +
                       std::string(tensor::Info(view.dtype).name));
  }
  std::vector<std::byte> bytes;
  const size_t width = tensor::Info(view.dtype).bytes;
  bytes.reserve(static_cast<size_t>(view.num_elements()) * width);
  tensor::ForEachElement(view,
                         [&](const std::byte* at) { bytes.insert(bytes.end(), at, at + width); });
  return Value::Own(view.dtype, view.shape, std::move(bytes));
}

Result<Value> ReadTensor(Position& position, std::string_view text, Moment moment) {
  std::string_view name = text;
  const std::optional<int64_t> index = CutExecutionIndex(name);
  TDBG_ASSIGN_OR_RETURN(FoundTensor found, FindValue(position, name, index));
  const bool current = name.empty() || name.starts_with('.');
  if (!current && !index && name.find('#') == std::string_view::npos) {
    found.chosen = 0;
    if (moment == Moment::kCursor) TDBG_RETURN_IF_ERROR(ChooseAtCursor(position, found));
  }
  const auto& values = *position.run().run().values;
  Result<Value> value = values.ReadValue(found.event());
  if (!value.ok() && session::IsDebugOpOutput(position.run().run(), found.event())) {
    if (auto recorded = values.ReadRecorded(found.event()); recorded.ok()) {
      value = std::move(recorded);
    }
  }
  if (!value.ok()) return value.status();
  return Sliced(*value, found.slice);
}

Table ResultTable(const Value& value) {
  const store::Digest digest = store::DigestOf(value.dtype(), value.shape(), {});
  return FixedTable("result",
                    {{"dtype", "", Column::Side::kNowhere}, {"shape", "", Column::Side::kNowhere}},
                    {{TypeCell(digest), ShapeCell(digest)}});
}

Status SayOutcome(Workspace& workspace, const expr::Outcome& outcome, ValueOptions options,
                  Document& page) {
  if (const auto* text = std::get_if<std::string>(&outcome.is)) {
    page.Say(*text);
    return Status::Ok();
  }
  if (const auto* parts = std::get_if<std::vector<expr::Outcome>>(&outcome.is)) {
    for (const expr::Outcome& part : *parts) {
      TDBG_RETURN_IF_ERROR(SayOutcome(workspace, part, options, page));
    }
    return Status::Ok();
  }
  const Value& value = std::get<Value>(outcome.is);
  options.summary = value.shape().rank() > 0;
  page.Show(ResultTable(value));
  return SayValue(workspace.surface, workspace.settings, {value, value.view()}, options, page);
}

expr::Allowance AllowanceOf(const Settings& settings) {
  return {.bytes = settings.Get("eval_memory") << 20,
          .multiplications = settings.Get("eval_work") * 1'000'000'000,
          .more_bytes = "config set eval_memory MIB",
          .more_multiplications = "config set eval_work BILLIONS"};
}

}  // namespace

Result<Document> EvalPage(Workspace& workspace, const std::string& text, Moment moment,
                          const ValueOptions& options) {
  expr::Environment environment;
  environment.stop = &workspace.surface.stop;
  environment.pause = workspace.surface.pause;
  environment.allowance = AllowanceOf(workspace.settings);
  environment.tensor = [&](std::string_view name) {
    return ReadTensor(workspace.position, name, moment);
  };
  TDBG_ASSIGN_OR_RETURN(const expr::Outcome outcome, expr::Evaluate(text, environment));
  if (options.write_path && !std::holds_alternative<Value>(outcome.is)) {
    return InvalidArgument("-w writes one array, and this is not one");
  }
  Document page = Document::Of(text);
  if (const auto* value = std::get_if<Value>(&outcome.is)) {
    page.title += "  " + TypeText(store::DigestOf(value->dtype(), value->shape(), {}));
  }
  TDBG_RETURN_IF_ERROR(SayOutcome(workspace, outcome, options, page));
  return page;
}

}  // namespace tdbg::view
