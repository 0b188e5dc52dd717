#include "rpc/alerts.h"

#include <algorithm>

#include "base/lower_case.h"
#include "rpc/element.h"
#include "rpc/facts.h"
#include "rpc/handlers.h"
#include "rpc/opened_trace.h"
#include "session/birth_facts.h"
#include "session/loss_scaler_facts.h"
#include "session/op_lookup.h"
#include "session/origin_walk.h"
#include "session/tensor_facts.h"
#include "tensor/format.h"

namespace tdbg::rpc {
namespace {

constexpr int64_t kMostAlerts = 2000;
constexpr size_t kMostAlertLists = 8;

// Whether the text occurs in what can be told of the event without reading its tensor.
bool Mentions(session::RunView& run, store::EventId event, const std::string& text) {
  const session::TensorFacts facts = session::FactsOf(run, event);
  const store::StackId stack = session::SubjectOf(run.run(), event).StackIn(run.run());
  const auto line = query::UserLine(run.run(), stack);
  const std::string place = line ? session::PlaceText(line->file, line->line) : "";
  for (const std::string_view part :
       {std::string_view(facts.name), facts.op_type, facts.graph, std::string_view(place)}) {
    if (LowerCase(part).find(text) != std::string::npos) return true;
  }
  return false;
}

std::optional<BadKind> KindOf(const std::optional<session::BadKind>& kind) {
  if (!kind) return std::nullopt;
  switch (*kind) {
    case session::BadKind::kNan:
      return BadKind::kNan;
    case session::BadKind::kPosInf:
      return BadKind::kPosInf;
    case session::BadKind::kNegInf:
      return BadKind::kNegInf;
    case session::BadKind::kError:
      break;
  }
  return BadKind::kError;
}

AlertRow RowOf(session::RunView& run, const session::AlertFacts& facts, int64_t count) {
  const store::EventId event = facts.alert.event;
  const store::OpId op = run.run().events.op[event];
  const bool origin = facts.alert.verdict == Verdict::kOrigin;
  AlertRow row;
  row.event = event.index();
  row.name = session::FactsOf(run, event).name;
  row.count = count;
  row.verdict = facts.alert.verdict;
  if (origin) row.source = SourceName(facts.alert.source);
  row.kind = KindOf(facts.kind);
  if (op.valid()) row.op = op.index();
  row.op_name = facts.op;
  row.op_type = facts.op_type;
  row.graph = facts.graph;
  row.step = facts.step;
  row.execution = facts.execution;
  row.time_ns = facts.time_ns - run.zero_ns();
  row.device = facts.device;
  row.health = HealthOf(facts.digest);
  row.element = facts.element;
  row.place = PlaceOf(facts.told_line);
  if (facts.layer) {
    row.layer = Layer{std::string(facts.layer->path), std::string(facts.layer->type),
                      PlaceOf(facts.layer->made)};
  }
  if (facts.forward) row.forward = facts.forward->name;
  row.message = facts.message;
  return row;
}

// Where the value of an inherited alert was born; invalid for other alerts, and where the way there
// is lost.
store::EventId OriginOf(session::RunView& run, const query::Alert& alert) {
  if (alert.verdict != Verdict::kInherited) return {};
  const auto walk = session::WalkToOrigin(run, alert.event);
  return walk.ok() && !walk->empty() ? walk->back().event : store::EventId();
}

// "0", "-inf": the element as numpy prints it.
std::string ElementText(const query::KnownTensor& tensor, int64_t element) {
  if (!tensor.value) {
    const std::optional<double> only = tensor.At(element);
    return only ? tensor::FormatElement(tensor::DType::kF64,
                                        reinterpret_cast<const std::byte*>(&*only))
                : "";
  }
  const tensor::TensorView& view = tensor.value->view();
  if (element < 0 || element >= view.num_elements()) return "";
  return tensor::FormatElement(view.dtype, ElementAt(view, element));
}

void PutElement(const query::KnownTensor& tensor, const std::optional<int64_t>& element,
                Operand& operand) {
  auto index = tensor.IndexOf(element);
  if (!index) return;
  operand.element = *std::move(index);
  operand.element_text = ElementText(tensor, *element);
}

Operand OperandOf(const session::OperandFacts& facts) {
  Operand operand;
  operand.name = facts.name;
  operand.full = facts.full;
  if (facts.event.valid()) operand.event = facts.event.index();
  operand.health = HealthOf(facts.tensor.digest);
  PutElement(facts.tensor, facts.element, operand);
  operand.maker = facts.maker.name;
  operand.maker_type = facts.maker.op_type;
  if (facts.maker.op.valid()) operand.maker_op = facts.maker.op.index();
  operand.place = PlaceOf(facts.maker.line);
  return operand;
}

const char* MeasureName(session::ValueHistory::Measure measure) {
  switch (measure) {
    case session::ValueHistory::Measure::kMax:
      return "max";
    case session::ValueHistory::Measure::kZeros:
      return "zeros";
    case session::ValueHistory::Measure::kMin:
      break;
  }
  return "min";
}

std::optional<int64_t> OpNamed(session::RunView& run, const std::string& name,
                               store::GraphId near) {
  const auto found = session::FindSubject(run, name, near);
  if (!found.ok() || !found->op.valid()) return std::nullopt;
  return found->op.index();
}

}  // namespace

Result<Cause> AnswerCause(session::RunView& run, const EventRequest& request) {
  TDBG_ASSIGN_OR_RETURN(const store::EventId event, EventOf(run, request.event));
  const query::Alert* alert = session::AlertOf(run, event);
  if (alert == nullptr) {
    return NotFound(session::FactsOf(run, event).name + " holds no NaN and no infinity");
  }
  const session::BirthFacts facts = session::ExplainAlert(run, *alert);
  const store::OpId op = run.run().events.op[event];
  const store::GraphId graph = op.valid() ? run.run().graphs.op(op).graph : store::GraphId();
  Cause cause;
  cause.alert = RowOf(run, facts.alert, 1);
  cause.iteration = facts.iteration;
  cause.output.name = cause.output.full = facts.name;
  cause.output.event = event.index();
  cause.output.health = HealthOf(facts.output.digest);
  PutElement(facts.output, facts.element, cause.output);
  for (const session::OperandFacts& input : facts.inputs) {
    cause.operands.push_back(OperandOf(input));
  }
  if (facts.critical) cause.critical = static_cast<int64_t>(*facts.critical);
  cause.sentence = facts.cause;
  if (facts.pattern) cause.pattern = query::PatternName(*facts.pattern);
  cause.tried = facts.tried;
  if (facts.history) {
    cause.history =
        History{MeasureName(facts.history->measure), facts.history->values, facts.history->when};
  }
  for (const std::string& name : facts.path)
    cause.path.push_back({name, OpNamed(run, name, graph)});
  const int64_t last = cause.alert.place ? cause.alert.place->line : 0;
  const auto lines = static_cast<int64_t>(facts.source.size());
  for (int64_t i = 0; i < lines; ++i) {
    cause.source.push_back({last - lines + 1 + i, facts.source[static_cast<size_t>(i)]});
  }
  cause.frames = FramesOf(facts.frames);
  if (const store::EventId origin = OriginOf(run, *alert); origin.valid()) {
    cause.alert.origin = origin.index();
  }
  return cause;
}

void AlertLists::Grew() {
  groups_.clear();
  origins_.clear();
}

const std::vector<session::AlertGroup>& AlertLists::Groups(session::RunView& run,
                                                           const AlertsRequest& request) {
  const std::string text = LowerCase(request.text.value_or(""));
  const std::string key =
      std::string(request.each.value_or(false) ? "e" : "g") +
      (request.verdict ? std::to_string(static_cast<int>(*request.verdict)) : "") + "/" + text;
  if (const auto known = groups_.find(key); known != groups_.end()) return known->second;
  if (groups_.size() == kMostAlertLists) groups_.clear();
  auto groups = session::GroupAlerts(run, request.each.value_or(false), request.verdict);
  if (!text.empty()) {
    std::erase_if(groups, [&](const session::AlertGroup& group) {
      return !Mentions(run, group.first.event, text);
    });
  }
  return groups_[key] = std::move(groups);
}

AlertRow AlertLists::Row(session::RunView& run, const session::AlertGroup& group) {
  AlertRow row = RowOf(run, session::Describe(run, group.first), group.count);
  if (group.first.verdict != Verdict::kInherited) return row;
  auto [known, fresh] = origins_.try_emplace(group.first.event);
  if (fresh) known->second = OriginOf(run, group.first);
  if (known->second.valid()) row.origin = known->second.index();
  return row;
}

Result<Alerts> AlertLists::Answer(session::RunView& run, const AlertsRequest& request) {
  TDBG_RETURN_IF_ERROR(CheckPage(request.begin, request.count, kMostAlerts));
  const auto& groups = Groups(run, request);
  const query::AlertCounts counts = run.alert_counts();
  Alerts answer;
  answer.total = static_cast<int64_t>(groups.size());
  answer.origins = counts.origin;
  answer.inherited = counts.inherited;
  answer.masked = counts.masked;
  answer.handled = counts.handled;
  for (session::LossScalerFacts& facts : session::LossScalersOf(run)) {
    answer.loss_scalers.push_back(std::move(facts.text));
  }
  const int64_t end = std::min(answer.total, request.begin + request.count);
  for (int64_t i = request.begin; i < end; ++i) {
    answer.rows.push_back(Row(run, groups[static_cast<size_t>(i)]));
  }
  return answer;
}

Result<Alerts> AnswerAlerts(session::RunView& run, RunMemory& memory,
                            const AlertsRequest& request) {
  return memory.alerts.Answer(run, request);
}

}  // namespace tdbg::rpc
