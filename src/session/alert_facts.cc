#include "session/alert_facts.h"

#include "frameworks/op_types.h"
#include "query/folded.h"
#include "session/eager_forward.h"
#include "session/fed_tensor.h"
#include "session/recorded_op.h"
#include "session/source_mark.h"

namespace tdbg::session {
namespace {

std::optional<BadKind> KindOf(const store::Digest& digest) {
  if (digest.nan.value_or(0) > 0) return BadKind::kNan;
  if (digest.pos_inf.value_or(0) > 0) return BadKind::kPosInf;
  if (digest.neg_inf.value_or(0) > 0) return BadKind::kNegInf;
  return std::nullopt;
}

// What a program feeds comes in through an op of the runtime's: it stands for the placeholder.
store::StackId StackOfFed(const store::Run& run, const store::Op& argument) {
  const auto fed = FedTensorOf(run.strings[argument.name]);
  const StringId name = fed ? run.strings.Find(fed->op) : StringId();
  if (!name.valid()) return {};
  const store::OpId placeholder = run.graphs.FindOp(argument.graph, name);
  return placeholder.valid() ? run.graphs.op(placeholder).stack : store::StackId();
}

// Of several ops that ran as one the reader is told of the one that made the value. `born` is read
// from the recording where it is nullptr.
void FindMember(RunView& view, const RecordedOp* born, AlertFacts& facts) {
  if (facts.written == nullptr || facts.written->fused.empty() ||
      facts.alert.verdict == Verdict::kInherited) {
    return;
  }
  std::unique_ptr<RecordedOp> read;
  if (born == nullptr) {
    const store::EventId event = facts.alert.event;
    read = RecordedOp::At(view, event, KnownAt(view.run(), event).FirstBad());
    born = read.get();
  }
  facts.member = MemberThatBroke(view.run(), *born);
  if (!facts.member) return;
  facts.ran_as = facts.op_type;
  facts.op_type = facts.member->op_type;
  if (!facts.member->line) return;
  facts.line = facts.member->line;
  facts.told_stack = view.run().graphs.op(facts.member->op).stack;
}

bool IsWrittenAsDivision(const store::Run& run, store::OpId op) {
  const auto written = run.written.find(op);
  const bool other = written != run.written.end() && written->second.type.valid();
  const StringId type = other ? written->second.type : run.graphs.op(op).type;
  return frameworks::CalculationOf(run.strings[type]) == frameworks::Calculation::kDivide;
}

// The division by what the program takes the root of: as written, since the runtime may multiply
// factors in another order; else one that reads what ran. Invalid where there is none.
store::OpId DivisionBy(RunView& view, store::OpId root) {
  const store::Run& run = view.run();
  const auto written = run.written.find(root);
  const bool renamed = written != run.written.end() && written->second.name.valid();
  const StringId name = renamed ? written->second.name : run.graphs.op(root).name;
  for (const store::OpId op : run.graphs.graph(run.graphs.op(root).graph).ops) {
    const auto inputs = run.written_inputs.find(op);
    if (inputs == run.written_inputs.end() || inputs->second.size() < 2) continue;
    if (inputs->second[1].op == name && IsWrittenAsDivision(run, op)) return op;
  }
  for (const auto& reader : view.links().Readers(root)) {
    if (IsWrittenAsDivision(run, reader.op)) return reader.op;
  }
  return {};
}

// Where a program divides by a root, the runtime multiplies by an inverse root, which it makes in
// the root's place: what is bad in it is bad because of the division.
void FindDivision(RunView& view, AlertFacts& facts) {
  using frameworks::Calculation;
  const store::Run& run = view.run();
  if (facts.written == nullptr || !facts.written->type.valid() ||
      frameworks::CalculationOf(run.strings[facts.written->type]) != Calculation::kSqrt ||
      frameworks::CalculationOf(facts.op_type) != Calculation::kRsqrt) {
    return;
  }
  const store::OpId division = DivisionBy(view, run.events.op[facts.alert.event]);
  if (!division.valid()) return;
  facts.division = division;
  const store::StackId stack = run.graphs.op(division).stack;
  if (const auto line = query::UserLine(run, stack)) {
    facts.line = line;
    facts.told_stack = stack;
  }
}

std::optional<GradientFacts> GradientOf(RunView& view, store::EventId event) {
  const store::EventId gradient = view.alert_list().GradientOf(event);
  if (!gradient.valid()) return std::nullopt;
  const store::Run& run = view.run();
  const store::Op& op = run.graphs.op(run.events.op[gradient]);
  return GradientFacts{run.strings[op.name], run.strings[op.type], query::UserLine(run, op.stack)};
}

// What differentiation made stands in no line of its own: the line that asked for the gradient says
// nothing of the op that has it.
void ChooseLine(AlertFacts& facts) {
  facts.told_line = facts.line;
  if (!facts.forward || !facts.forward->line) return;
  facts.told_line = facts.forward->line;
  if (facts.forward->stack.valid()) facts.told_stack = facts.forward->stack;
}

void FindInStatement(RunView& view, AlertFacts& facts) {
  const auto line = LineInStatement(view, facts);
  if (!line) return;
  auto& own = facts.forward && facts.forward->line ? facts.forward->line : facts.line;
  if (own == facts.told_line) own->line = *line;
  facts.told_line->line = *line;
}

AlertFacts DescribeOf(RunView& view, const query::Alert& alert, const RecordedOp* born) {
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
    stack = op.stack.valid() ? op.stack : StackOfFed(run, op);
    facts.forward = view.forward(event.op);
    facts.gradient = GradientOf(view, alert.event);
    if (const auto it = run.written.find(event.op); it != run.written.end()) {
      facts.written = &it->second;
    }
  } else {
    const store::Execution& execution = run.executions[event.execution];
    facts.op_type = run.strings[execution.op_type];
    graph = execution.graph;
    stack = execution.stack;
    facts.forward = EagerForwardOf(view, alert.event);
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
  facts.told_stack = stack;
  FindMember(view, born, facts);
  FindDivision(view, facts);
  ChooseLine(facts);
  FindInStatement(view, facts);
  facts.layer = query::LayerOf(run, facts.told_stack);

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

}  // namespace

AlertFacts Describe(RunView& view, const query::Alert& alert) {
  return DescribeOf(view, alert, nullptr);
}

AlertFacts Describe(RunView& view, const query::Alert& alert, const RecordedOp& born) {
  return DescribeOf(view, alert, &born);
}

bool IsLineOfLayer(const AlertFacts& facts) {
  return facts.told_line && facts.layer && facts.layer->made &&
         *facts.told_line == *facts.layer->made;
}

std::string LayerText(const query::LayerPlace& layer) {
  return std::string(layer.path) + " (" + std::string(layer.type) + ")";
}

}  // namespace tdbg::session
