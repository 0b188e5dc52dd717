#include "session/alert_facts.h"

#include "query/folded.h"

namespace tdbg::session {
namespace {

std::optional<BadKind> KindOf(const store::Digest& digest) {
  if (digest.nan.value_or(0) > 0) return BadKind::kNan;
  if (digest.pos_inf.value_or(0) > 0) return BadKind::kPosInf;
  if (digest.neg_inf.value_or(0) > 0) return BadKind::kNegInf;
  return std::nullopt;
}

}  // namespace

AlertFacts Describe(RunView& view, const query::Alert& alert) {
  const store::Run& run = view.run();
  const store::TensorEvent event = run.events.Row(alert.event);
  AlertFacts facts;
  facts.alert = alert;
  facts.run = run.id;
  facts.time_ns = event.time_ns;
  facts.device = run.DeviceName(event.device);
  if (event.slot >= 0) facts.slot = event.slot;

  store::GraphId graph;
  store::StackId stack;
  if (event.op.valid()) {
    const store::Op& op = run.graphs.op(event.op);
    facts.op = run.strings[op.name];
    // A constant that the runtime computed beforehand is what the user wrote.
    const StringId folded = query::FoldedType(run, alert.event);
    facts.op_type = run.strings[folded.valid() ? folded : op.type];
    graph = op.graph;
    stack = op.stack;
    facts.forward = view.forward(event.op);
    if (const auto it = run.written.find(event.op); it != run.written.end()) {
      facts.written = &it->second;
    }
  } else {
    const store::Execution& execution = run.executions[event.execution];
    facts.op_type = run.strings[execution.op_type];
    graph = execution.graph;
    stack = execution.stack;
  }
  if (graph.valid()) {
    facts.graph = run.strings[run.graphs.graph(graph).name];
    facts.graph_id = run.strings[run.graphs.graph(graph).key];
  }
  if (event.execution.valid()) {
    facts.execution = event.execution.index();
    facts.step = view.steps().Of(event.execution);
  }
  facts.line = query::UserLine(run, stack);

  if (auto digest = run.values->ReadDigest(alert.event); digest.ok()) {
    facts.digest = *std::move(digest);
  }
  facts.kind = KindOf(facts.digest);
  if (const auto failure = run.failures.find(alert.event); failure != run.failures.end()) {
    facts.kind = BadKind::kError;
    facts.message = run.strings[failure->second.message];
  }
  if (facts.digest.first_bad && facts.digest.shape) {
    facts.element = facts.digest.shape->Unravel(*facts.digest.first_bad);
  }
  return facts;
}

}  // namespace tdbg::session
