#include "view/commands/tensor_page.h"

#include "base/printable.h"
#include "session/tensor_facts.h"
#include "session/variable_reads.h"
#include "tensor/health.h"
#include "tensor/slice.h"
#include "view/health_text.h"

namespace tdbg::view {
namespace {

using Side = Column::Side;

Table FactsTable(const session::TensorFacts& facts, const store::Digest& digest) {
  const auto hidden = [](const char* key) { return Column{key, "", Side::kNowhere}; };
  const auto maybe = [](std::string_view text) {
    return text.empty() ? UnknownCell() : TextCell(text);
  };
  return FixedTable(
      "tensor",
      {hidden("name"), hidden("dtype"), hidden("shape"), hidden("op_type"), hidden("device"),
       hidden("watch"), hidden("execution"), hidden("step"), hidden("time_ms"), hidden("min"),
       hidden("max"), hidden("mean"), hidden("bad")},
      {{TextCell(facts.name),
        TypeCell(digest),
        ShapeCell(digest),
        maybe(facts.op_type),
        maybe(facts.device),
        maybe(facts.watch),
        MaybeCell(facts.execution),
        MaybeCell(facts.step),
        {"", Style::kPlain, {}, static_cast<double>(facts.time_ns) / 1e6},
        MaybeCell(digest.min),
        MaybeCell(digest.max),
        MaybeCell(digest.mean),
        BadCell(digest)}});
}

// "AddV2 · step 2 · 17.903 ms · CPU:0"
std::string Surroundings(const session::TensorFacts& facts) {
  std::string text(facts.op_type);
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : " · ") + part; };
  if (facts.step) add("step " + std::to_string(*facts.step));
  if (!facts.step && facts.execution) add("execution " + std::to_string(*facts.execution));
  add(MillisecondsText(facts.time_ns) + " ms");
  if (!facts.device.empty()) add(std::string(facts.device));
  if (!facts.watch.empty() && facts.watch != query::kValueDebugOp) add(std::string(facts.watch));
  return text;
}

Line HealthLine(const store::Digest& digest) {
  Line line;
  const Cell bad = BadCell(digest);
  if (digest.elements) line.Add(Counted(*digest.elements, "element"), Style::kFaint);
  if (!bad.text.empty() && bad.style != Style::kFaint) {
    line.Add(line.segments.empty() ? "" : ", ", Style::kFaint).Add(bad.text, bad.style);
    if (digest.first_bad && digest.shape) {
      const std::string index = IndexText(digest.shape->Unravel(*digest.first_bad));
      if (!index.empty()) line.Add(" first at " + index, Style::kFaint);
    }
  }
  if (digest.min && digest.max) {
    line.Add(std::string(line.segments.empty() ? "" : ", ") + "finite: " + NumberText(*digest.min) +
                 " … " + NumberText(*digest.max) +
                 (digest.mean ? ", mean " + NumberText(*digest.mean) : ""),
             Style::kFaint);
  }
  return line;
}

void SayWhereTheValueIs(Position& position, store::EventId event, Document& page) {
  for (const std::string& read : session::VariableReads(position.run(), event)) {
    page.Say(Line("this is a handle; the variable's value: ")
                 .Add("pt " + read, Style::kName, "pt " + read));
  }
}

}  // namespace

Result<Document> TensorPage(Workspace& workspace, const session::FoundTensor& found,
                            const ValueOptions& options) {
  session::RunView& run = workspace.position.run();
  const store::EventId event = found.event();
  TDBG_ASSIGN_OR_RETURN(const tensor::Slice slice, tensor::ParseSlice(found.slice));
  const session::TensorFacts facts = session::FactsOf(run, event);
  TDBG_ASSIGN_OR_RETURN(store::Digest digest, run.run().values->ReadDigest(event));
  // A tfdbg1 debug op's numbers are a tensor of their own, and what there is to print.
  auto value = run.run().values->ReadValue(event);
  const bool summed_up = !value.ok() && session::IsDebugOpOutput(run.run(), event);
  const std::string why_not = value.ok() ? "" : value.status().message();
  if (summed_up) {
    if (auto recorded = run.run().values->ReadRecorded(event); recorded.ok()) {
      value = std::move(recorded);
    }
  }
  tensor::TensorView view;
  if (value.ok()) {
    view = value->view();
    if (!slice.items.empty()) {
      TDBG_ASSIGN_OR_RETURN(view, tensor::ApplySlice(slice, view));
      if (!summed_up) {
        digest = store::DigestOf(view.dtype, view.shape, tensor::ComputeHealth(view));
      }
    }
  } else if (!slice.items.empty() || options.ranges || options.write_path) {
    return Unsupported(facts.name + ": " + why_not);
  }

  Document page = Document::Of(facts.name + found.slice + "  " + TypeText(digest));
  if (digest.bad.value_or(false)) page.severity = Document::Severity::kFound;
  page.Show(FactsTable(facts, digest));
  page.Say(Surroundings(facts), Style::kFaint);
  if (Line line = HealthLine(digest); !line.segments.empty()) page.Say(std::move(line));
  if (!value.ok()) {
    // What was counted is the whole story then.
    if (digest.positive) SaySummary(digest, page);
    page.Say("no value: " + why_not);
    return page;
  }
  ValueOptions shown = options;
  if (summed_up) {
    if (options.summary) SaySummary(digest, page);
    shown.summary = false;
    page.Say("not the value, but what was recorded of it:", Style::kFaint);
  }
  TDBG_RETURN_IF_ERROR(
      SayValue(workspace.surface, workspace.settings, {*value, view}, shown, page));
  if (digest.dtype == tensor::DType::kResource) SayWhereTheValueIs(workspace.position, event, page);
  return page;
}

}  // namespace tdbg::view
