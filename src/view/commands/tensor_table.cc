#include "view/commands/tensor_table.h"

#include <algorithm>
#include <memory>

#include "session/tensor_facts.h"
#include "view/health_text.h"

namespace tdbg::view {
namespace {

using Side = Column::Side;

Cell MaybeText(std::string_view text) { return text.empty() ? UnknownCell() : TextCell(text); }

bool HasSteps(session::RunView& run) {
  const auto& executions = run.run().executions;
  for (size_t i = executions.end_index(); i > 0; --i) {
    const store::ExecutionId last(i - 1);
    if (executions.Has(last)) return run.steps().Of(last).has_value();
  }
  return false;
}

bool HasNamedGraphs(const store::Run& run) {
  for (const store::GraphId id : run.graphs.graph_ids()) {
    if (run.graphs.graph(id).name.valid()) return true;
  }
  return false;
}

// tfdbg1 can record one tensor in several ways.
bool HasSeveralDetails(const store::Run& run) {
  if (run.format != store::Format::kTfdbg1) return false;
  for (const store::EventId id : run.events.ids()) {
    if (run.events.detail[id] != run.events.detail[store::EventId(0)]) return true;
  }
  return false;
}

// Only whole values, tfdbg1's summaries and our own tell the extremes.
bool HasExtremes(const store::Run& run) {
  return run.format != store::Format::kTfdbg2 || run.detail == Detail::kFullTensor;
}

std::vector<Cell> Row(session::RunView& run, store::EventId event) {
  const session::TensorFacts facts = session::FactsOf(run, event);
  store::Digest digest;
  if (auto read = run.run().values->ReadDigest(event); read.ok()) digest = *std::move(read);
  Cell name = TextCell(facts.brief, Style::kName, "pt " + facts.name);
  name.datum = facts.name;
  return {{MillisecondsText(facts.time_ns),
           Style::kFaint,
           {},
           static_cast<double>(facts.time_ns) / 1e6},
          MaybeCell(facts.step),
          MaybeCell(facts.execution),
          {SizeText(facts.size_bytes), Style::kPlain, {}, facts.size_bytes},
          MaybeText(facts.op_type),
          TypeCell(digest),
          ShapeCell(digest),
          MaybeCell(digest.min),
          MaybeCell(digest.max),
          BadCell(digest),
          MaybeText(facts.watch),
          MaybeText(facts.graph),
          MaybeText(facts.device),
          std::move(name)};
}

}  // namespace

Table TensorTable(Position& position, std::vector<store::EventId> events) {
  session::RunView& run = position.run();
  const auto only_if = [](bool useful) { return useful ? Side::kLeft : Side::kNowhere; };
  const auto sort = [](const char* key) { return std::string("lt -s ") + key; };
  const Side extremes = HasExtremes(run.run()) ? Side::kRight : Side::kNowhere;
  Table table;
  table.name = "tensors";
  table.columns = {{"time_ms", "t (ms)", Side::kRight, sort("timestamp"), 5},
                   {"step", "step", HasSteps(run) ? Side::kRight : Side::kNowhere, sort("step")},
                   {"execution", "execution", Side::kNowhere},
                   {"size", "size (B)", Side::kRight, sort("dump_size"), 7},
                   {"op_type", "op type", Side::kLeft, sort("op_type"), 3},
                   {"dtype", "type", Side::kLeft, sort("elements"), 2},
                   {"shape", "", Side::kNowhere},
                   {"min", "min", extremes, sort("min"), 4},
                   {"max", "max", extremes, sort("max"), 4},
                   {"bad", "bad", Side::kLeft, sort("bad")},
                   {"watch", "record", only_if(HasSeveralDetails(run.run())), {}, 6},
                   {"graph", "graph", only_if(HasNamedGraphs(run.run())), sort("graph"), 1},
                   {"device", "device", Side::kNowhere},
                   {"name", "tensor", Side::kLeft, sort("tensor_name")}};
  table.num_rows = events.size();
  const auto here = std::find(events.begin(), events.end(), position.cursor().event);
  if (here != events.end()) table.marked_row = static_cast<size_t>(here - events.begin());
  // Shared: documents are kept to go back to.
  const auto rows = std::make_shared<const std::vector<store::EventId>>(std::move(events));
  table.row = [rows, &run](size_t i) { return Row(run, (*rows)[i]); };
  return table;
}

}  // namespace tdbg::view
