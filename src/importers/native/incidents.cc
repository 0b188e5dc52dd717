#include "importers/native/incidents.h"

#include <algorithm>

#include "importers/native/operand_case.h"
#include "importers/native/record_cast.h"

namespace tdbg::importers::native {

using format::RecordKind;
using store::EventId;
using store::ExecutionId;
using store::OpId;

bool Incidents::Add(const format::RecordView& record, uint32_t file, uint32_t thread) {
  const auto* fixed = CastRecord<format::IncidentRecord>(record.bytes);
  if (fixed == nullptr || fixed->verdict > static_cast<uint8_t>(Verdict::kHandled) ||
      fixed->source > static_cast<uint8_t>(Source::kVariable)) {
    return false;
  }
  Incident incident;
  incident.record = *fixed;
  incident.record.head.kind = static_cast<uint8_t>(record.kind);
  incident.payload = {record.offset_bytes, static_cast<uint32_t>(record.bytes.size()), file};
  if (IsFromOutside(incident)) {
    first_from_outside_ns_ = std::min(first_from_outside_ns_, fixed->time_ns);
  }
  last_of_thread_[thread] = incidents_.size();
  incidents_.push_back(std::move(incident));
  return true;
}

bool Incidents::AddOperand(const format::RecordView& record, uint32_t file, uint32_t thread) {
  const auto last = last_of_thread_.find(thread);
  const auto row = ReadEventRow(record, file);
  if (last == last_of_thread_.end() || !row) return false;
  Operand operand;
  operand.row = *row;
  incidents_[last->second].operands.push_back(std::move(operand));
  return true;
}

bool Incidents::IsFromOutside(const Incident& incident) {
  return incident.record.source == static_cast<uint8_t>(Source::kInput);
}

size_t Incidents::Ask(Question question) {
  questions_.push_back(question);
  return questions_.size() - 1;
}

void Incidents::Settle(Executions& executions) {
  questions_.clear();
  for (Incident& incident : incidents_) LeaveForgotten(incident);
  for (Incident& incident : incidents_) {
    if (!incident.settled) {
      incident.execution = executions.Find(incident.record.execution);
      Locate(incident);
    }
    for (Operand& operand : incident.operands) LocateOperand(incident, operand);
  }
  Answer(executions);
  for (Incident& incident : incidents_) {
    Apply(incident, executions);
    incident.operands.clear();
  }
  // Operands may still come for the last one of each thread.
  std::vector<Incident> kept;
  for (auto& [thread, last] : last_of_thread_) {
    kept.push_back(std::move(incidents_[last]));
    last = kept.size() - 1;
  }
  incidents_ = std::move(kept);
}

// Its operands may come when what they are about was forgotten.
void Incidents::LeaveForgotten(Incident& incident) const {
  if (incident.execution.valid() && !run_.executions.Has(incident.execution)) {
    incident.execution = ExecutionId();
  }
  if (incident.event.valid() && !run_.events.Has(incident.event)) incident.event = EventId();
}

void Incidents::Locate(Incident& incident) {
  const NumberedOp* const numbered = definitions_.Op(incident.record.op);
  if (numbered != nullptr && numbered->id.valid()) incident.op = numbered->id;
  const bool failed = incident.record.head.kind == static_cast<uint8_t>(RecordKind::kError);
  if (failed) return;
  if (!incident.op.valid()) {
    incident.event = EagerEvent(run_, incident.execution, incident.record.slot);
    return;
  }
  incident.asked = Ask({incident.op, static_cast<int32_t>(incident.record.slot), incident.execution,
                        incident.record.time_ns, EventId()});
}

store::DeviceId Incidents::DeviceOf(const Incident& incident) const {
  const NumberedOp* const numbered = definitions_.Op(incident.record.op);
  return numbered == nullptr ? store::DeviceId() : numbered->device;
}

// Who made what the op read: the graph knows. The inputs of an op without one get a name of ours.
void Incidents::LocateOperand(const Incident& incident, Operand& operand) {
  const auto index = static_cast<size_t>(operand.row.event.slot);
  if (incident.op.valid()) {
    const store::GraphId graph = run_.graphs.op(incident.op).graph;
    if (const auto found = definitions_.InputOf(incident.record.op, index)) {
      const store::InputRef& input = *found;
      operand.op = run_.graphs.FindOrAddOp(graph, input.op);
      operand.slot = input.slot;
      // What came from another device was made there.
      if (const store::Op& made = run_.graphs.op(operand.op); made.sender.valid()) {
        operand.op = made.sender;
        operand.slot = made.sender_slot;
      }
      operand.asked =
          Ask({operand.op, operand.slot, incident.execution, operand.row.event.time_ns, EventId()});
      return;
    }
  }
  const NumberedOp* const numbered = definitions_.Op(incident.record.op);
  const std::string_view type =
      numbered == nullptr ? std::string_view() : definitions_.Text(numbered->any()->type);
  operand.op =
      run_.graphs.FindOrAddOp(run_.graphs.FindOrAddGraph(run_.strings.Intern("operands")),
                              run_.strings.Intern("operands/" + std::string(type) + "_" +
                                                  std::to_string(incident.record.execution)));
  operand.slot = operand.row.event.slot;
}

// One pass for all questions over the events that can answer them.
void Incidents::Answer(const Executions& executions) {
  EventId from(run_.events.end_index());
  for (const Question& question : questions_) {
    const EventId of_execution = executions.FirstEvent(question.execution);
    if (of_execution.valid()) from = std::min(from, of_execution);
  }
  if (from.index() == run_.events.end_index()) return;
  std::unordered_multimap<OpId, Question*> by_op;
  for (Question& question : questions_) by_op.emplace(question.op, &question);
  std::vector<bool> wanted(run_.graphs.num_ops(), false);
  for (const Question& question : questions_) wanted[question.op.index()] = true;
  for (const EventId event : run_.events.ids(from.index())) {
    const OpId op = run_.events.op[event];
    if (!op.valid() || !wanted[op.index()]) continue;
    const auto [first, last] = by_op.equal_range(op);
    for (auto it = first; it != last; ++it) {
      Question& question = *it->second;
      const int64_t time = run_.events.time_ns[event];
      if (run_.events.slot[event] == question.slot &&
          run_.events.execution[event] == question.execution && time <= question.time_ns &&
          (!question.answer.valid() || run_.events.time_ns[question.answer] <= time)) {
        question.answer = event;
      }
    }
  }
}

void Incidents::Apply(Incident& incident, Executions& executions) {
  const format::IncidentRecord& record = incident.record;
  if (!incident.settled) {
    incident.settled = true;
    if (incident.asked != SIZE_MAX) incident.event = questions_[incident.asked].answer;
    const Judgement judgement = {static_cast<Verdict>(record.verdict),
                                 static_cast<Source>(record.source)};
    const bool failed = record.head.kind == static_cast<uint8_t>(RecordKind::kError);
    if (failed) {
      store::TensorEvent failure;
      failure.time_ns = record.time_ns;
      failure.op = incident.op;
      if (!incident.op.valid() && !incident.execution.valid()) {
        failure.op = definitions_.BareOp(record.op);
      }
      failure.execution = incident.execution;
      failure.device = DeviceOf(incident);
      failure.detail = Detail::kNoTensor;
      failure.badness = store::Badness::kFailed;
      failure.judgement = judgement;
      failure.iteration = record.iteration;
      failure.payload = incident.payload;
      incident.event = run_.events.Append(failure);
      run_.failures[incident.event] = {definitions_.String(record.message)};
      if (incident.execution.valid()) run_.executions[incident.execution].failed = true;
    } else if (incident.event.valid() && judgement.verdict != Verdict::kUnknown) {
      run_.events.judgement[incident.event] = judgement;
      run_.changes.Note(incident.event);
    }
    if (const store::StackId stack = definitions_.Stack(record.stack); stack.valid()) {
      store::StackId* const made =
          incident.op.valid() ? &run_.graphs.op(incident.op).stack : nullptr;
      store::StackId* const called =
          incident.execution.valid() ? &run_.executions[incident.execution].stack : nullptr;
      if (made != nullptr && !made->valid()) {
        *made = stack;
      } else if (called != nullptr && (made == nullptr || (failed && !called->valid()))) {
        // Of an eager op nothing else knows as much; of an op of a graph that failed, it is the
        // call that failed.
        *called = stack;
      }
    }
  }
  for (const Operand& operand : incident.operands) {
    const EventId event = ApplyOperand(incident, operand);
    if (event.valid()) executions.NoteEvent(incident.execution, event);
    if (!event.valid() || !incident.event.valid()) continue;
    std::vector<EventId>& operands = run_.operands[incident.event];
    const auto index = static_cast<size_t>(operand.row.event.slot);
    constexpr size_t kMostOperands = 4096;
    constexpr size_t kMostGaps = size_t{1} << 20;  // damaged records could name the last alone
    if (index >= kMostOperands) continue;
    if (operands.size() <= index) {
      gaps_ += index - operands.size();
      if (gaps_ > kMostGaps) continue;
      operands.resize(index + 1);
    }
    operands[index] = event;
    run_.changes.Note(incident.event);
  }
}

// The event that shows the operand: that of the op that made it, which takes in what the operand's
// record says beyond it; where there is none, a new one just before the operand was read.
EventId Incidents::ApplyOperand(const Incident& incident, const Operand& operand) {
  const store::Op& maker = run_.graphs.op(operand.op);
  const EventId known = operand.asked == SIZE_MAX ? EventId() : questions_[operand.asked].answer;
  store::TensorEvent row = operand.row.event;
  const OperandFate fate =
      FateOf({.recorded = known.valid(),
              .tells_more = known.valid() && TellsMore(row.detail, run_.events.detail[known]),
              .readable = row.detail != Detail::kNoTensor,
              .bad = row.badness == store::Badness::kBad,
              .maker_known = operand.asked != SIZE_MAX,
              .maker_reads = !maker.inputs.empty(),
              .maker = maker.recorded_role,
              .reader_saw_outside = IsFromOutside(incident),
              .outside_seen_before = incident.record.time_ns > first_from_outside_ns_});
  row.op = operand.op;
  row.slot = operand.slot;
  row.execution = incident.execution;
  switch (fate.event) {
    case OperandFate::Event::kNone:
    case OperandFate::Event::kRecorded:
      return known;
    case OperandFate::Event::kRewritten:
      row.time_ns = run_.events.time_ns[known];
      row.device = run_.events.device[known];
      row.iteration = run_.events.iteration[known];
      row.judgement = run_.events.judgement[known];
      run_.events.Set(known, row);
      run_.changes.Note(known);
      return known;
    case OperandFate::Event::kAdded:
      break;
  }
  --row.time_ns;
  // An op that was never placed on a device has none of its own: its output gets the device of the
  // op that read it.
  row.device = maker.device.valid() ? maker.device : DeviceOf(incident);
  row.iteration = incident.record.iteration;
  if (fate.judgement.verdict != Verdict::kUnknown) {
    row.judgement.verdict = fate.judgement.verdict;
  }
  if (fate.judgement.source != Source::kUnknown) row.judgement.source = fate.judgement.source;
  const EventId event = run_.events.Append(row);
  if (fate.only_read) run_.only_read.insert(event);
  return event;
}

}  // namespace tdbg::importers::native
