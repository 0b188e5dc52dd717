#include "query/warnings.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "query/forward_op.h"
#include "query/source_line.h"
#include "query/warning_rules.h"

namespace tdbg::query {
namespace {

using store::EventId;

constexpr void (*kRules[])(const WarningMaterial&, std::vector<Warning>&) = {
    FindUnderflow,  FindHeadroom,   FindVanishedGradients,  FindExplodingGradients, FindDeadUnits,
    FindSaturation, FindDivergence, FindUnchangedVariables, FindLostSpread,
};

store::GraphId GraphOf(const store::Run& run, EventId event) {
  const store::OpId op = run.events.op[event];
  return op.valid() ? run.graphs.op(op).graph : store::GraphId();
}

// The place of the program that a warning speaks of; of a gradient the line of the op that it
// differentiates.
SourceLine LineOf(const store::Run& run, EventId event) {
  const store::OpId op = run.events.op[event];
  std::optional<SourceLine> line;
  if (op.valid()) {
    if (const auto forward = ForwardOf(run, op)) line = forward->line;
    if (!line) line = UserLine(run, run.graphs.op(op).stack);
  } else {
    line = UserLine(run, run.executions[run.events.execution[event]].stack);
  }
  return line.value_or(SourceLine());
}

// What grows carries all that is computed of it along, whatever their lines.
bool IsOneForGraph(WarningKind kind) { return kind == WarningKind::kHeadroom; }

// Whether the one kind is what the other leads to in the same graph. Units that are dead make all
// that is computed of them constant, and leave no gradient to what is below; a gradient that has
// vanished changes no variable; what makes a loss grow makes gradients grow.
bool ComesOf(WarningKind kind, WarningKind cause) {
  switch (kind) {
    case WarningKind::kVanishedGradient:
    case WarningKind::kConstantOutput:
    case WarningKind::kLostSpread:
      return cause == WarningKind::kDeadUnits;
    case WarningKind::kUnchangedVariable:
      return cause == WarningKind::kDeadUnits || cause == WarningKind::kVanishedGradient;
    case WarningKind::kExplodingGradient:
      return cause == WarningKind::kDivergence;
    default:
      return false;
  }
}

}  // namespace

WarningList::WarningList(const store::Run& run, const EventIndex& index, GraphLinks& links,
                         const TensorSeries& series)
    : run_(run), index_(index), links_(links), training_(run, links), series_(series) {
  Extend();
}

void WarningList::Extend() {
  if (series_.revisions().FirstSince(series_seen_) == Revisions::kNone) return;
  series_seen_ = series_.revisions().count();
  std::vector<Warning> found;
  const WarningMaterial material = {run_, series_, links_, training_};
  for (const auto rule : kRules) rule(material, found);
  const auto by_time = [&](const Warning& a, const Warning& b) {
    return std::tuple(index_.rank(a.since), a.kind) < std::tuple(index_.rank(b.since), b.kind);
  };
  std::ranges::sort(found, by_time);

  std::map<std::tuple<WarningKind, store::GraphId, store::SourceFileId, int32_t>, size_t> places;
  std::map<store::GraphId, std::set<WarningKind>> in_graph;
  for (const Warning& warning : found) in_graph[GraphOf(run_, warning.since)].insert(warning.kind);
  warnings_.clear();
  for (const Warning& warning : found) {
    const store::GraphId graph = GraphOf(run_, warning.since);
    const bool is_explained = graph.valid() && std::ranges::any_of(in_graph[graph], [&](auto kind) {
                                return ComesOf(warning.kind, kind);
                              });
    if (is_explained) continue;
    const SourceLine line =
        IsOneForGraph(warning.kind) ? SourceLine() : LineOf(run_, warning.since);
    const auto [place, first] =
        places.try_emplace({warning.kind, graph, line.file_id, line.line}, warnings_.size());
    if (first) {
      warnings_.push_back(warning);
    } else {
      ++warnings_[place->second].others;
    }
  }
}

}  // namespace tdbg::query
