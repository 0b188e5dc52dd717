#include "importers/native/executions.h"

#include <algorithm>
#include <unordered_set>

#include "importers/native/record_cast.h"

namespace tdbg::importers::native {

using format::RecordView;
using store::ExecutionId;

store::EventId EagerEvent(const store::Run& run, ExecutionId id, uint32_t slot) {
  if (!id.valid()) return store::EventId();
  const store::Execution& execution = run.executions[id];
  for (int32_t i = 0; i < execution.num_events; ++i) {
    const store::EventId event(execution.first_event.index() + static_cast<uint32_t>(i));
    if (run.events.slot[event] == static_cast<int32_t>(slot)) return event;
  }
  return store::EventId();
}

bool Executions::AddBegin(const RecordView& record, uint32_t file, uint32_t thread) {
  const auto* begin = CastRecord<format::ExecutionRecord>(record.bytes);
  if (begin == nullptr || begin->number == 0 ||
      record.aux > static_cast<uint8_t>(format::ExecutionKind::kSessionRun)) {
    return false;
  }
  run_.ExtendTime(begin->time_ns);
  begins_.push_back({begin->number, true, static_cast<format::ExecutionKind>(record.aux),
                     begin->time_ns, begin->graph, begin->stack, begin->name, file, thread});
  return true;
}

bool Executions::AddEnd(const RecordView& record) {
  const auto* end = CastRecord<format::ExecutionEndRecord>(record.bytes);
  if (end == nullptr) return false;
  run_.ExtendTime(end->time_ns);
  ends_.push_back({end->number, end->time_ns, (record.aux & format::kExecutionFailed) != 0});
  return true;
}

bool Executions::AddStep(const RecordView& record) {
  const auto* step = CastRecord<format::StepRecord>(record.bytes);
  if (step == nullptr) return false;
  new_marks_.push_back({step->first_execution, step->step});
  return true;
}

ExecutionId Executions::Find(uint32_t number) const {
  const Known* const known = number == 0 ? nullptr : known_.Find(number);
  return known == nullptr ? ExecutionId() : known->id;
}

// Executions get their places in the order of their numbers, whichever thread began them.
void Executions::Place(std::span<const uint32_t> mentioned) {
  const size_t first_new = run_.executions.end_index();
  uint32_t last = 0;
  for (const uint32_t number : mentioned) {
    if (number == last) continue;
    last = number;
    if (number != 0 && !Find(number).valid()) begins_.push_back({.number = number});
  }
  std::stable_sort(begins_.begin(), begins_.end(),
                   [](const Begin& a, const Begin& b) { return a.number < b.number; });
  for (const Begin& begin : begins_) {
    Known& known = known_[begin.number];
    // Numbers wrap around: a second record begins another execution.
    const bool again =
        begin.recorded && known.recorded && known.id.valid() && known.id.index() < first_new;
    if (!known.id.valid() || again) known.id = Append();
    placed_.push_back(begin.number);
    if (!begin.recorded) continue;
    known.recorded = true;
    known.session_run = begin.kind == format::ExecutionKind::kSessionRun;
    Complete(known.id, begin);
  }
  begins_.clear();
  // An end is written long before the numbers have come round: it is that of the last execution of
  // its number.
  for (const End& end : ends_) {
    const ExecutionId id = Find(end.number);
    if (!id.valid()) continue;
    store::Execution& execution = run_.executions[id];
    execution.end_ns = std::max(execution.end_ns, end.time_ns);
    execution.failed = execution.failed || end.failed;
    run_.changes.Note(id);
  }
  ends_.clear();
}

ExecutionId Executions::Append() {
  const ExecutionId id = run_.executions.Append({});
  noted_[id] = {};
  return id;
}

void Executions::Complete(ExecutionId id, const Begin& begin) {
  store::Execution& execution = run_.executions[id];
  run_.changes.Note(id);
  execution.time_ns = begin.time_ns;
  execution.number = begin.number;
  execution.graph = definitions_.Graph(begin.graph);
  execution.stack = definitions_.Stack(begin.stack);
  execution.thread = run_.InternThread(begin.thread);
  noted_[id].eager = begin.kind == format::ExecutionKind::kEagerOp;
  noted_[id].file = begin.file;
  if (begin.kind != format::ExecutionKind::kSessionRun) {
    execution.op_type = definitions_.String(begin.name);
  }
}

void Executions::Forget(const std::function<bool(uint32_t file)>& is_there) {
  ByRow<ExecutionId, bool> has_events;
  for (const store::EventId event : run_.events.ids()) {
    const ExecutionId id = run_.events.execution[event];
    if (id.valid()) has_events[id] = true;
  }
  const std::vector<RowRange> kept = run_.executions.Where([&](ExecutionId id) {
    const uint32_t file = noted_[id].file;
    return has_events[id] || (file != kNoFile && is_there(file));
  });
  run_.executions.Keep(kept);
  noted_.Keep(kept);
  known_.Forget(
      [&](const Known& known) { return !known.id.valid() || !run_.executions.Has(known.id); });
  ForgetStepMarks();
  for (const ExecutionId id : run_.executions.ids()) {
    store::Execution& execution = run_.executions[id];
    while (execution.num_events > 0 && !run_.events.Has(execution.first_event)) {
      execution.first_event = store::EventId(execution.first_event.index() + 1);
      --execution.num_events;
    }
    int32_t there = 0;
    while (there < execution.num_events &&
           run_.events.Has(
               store::EventId(execution.first_event.index() + static_cast<uint32_t>(there)))) {
      ++there;
    }
    execution.num_events = there;
  }
}

// Keeps the marks of steps that executions belong to, and the latest ones, for those to come.
void Executions::ForgetStepMarks() {
  constexpr size_t kLatest = 1024;
  if (step_marks_.size() <= kLatest) return;
  std::unordered_set<int64_t> steps;
  for (const ExecutionId id : run_.executions.ids()) steps.insert(run_.executions[id].step);
  const auto latest = step_marks_.end() - static_cast<ptrdiff_t>(kLatest);
  step_marks_.erase(
      std::remove_if(step_marks_.begin(), latest,
                     [&](const StepMark& mark) { return !steps.contains(mark.step); }),
      latest);
}

void Executions::PlaceSteps() {
  const auto before = [](const StepMark& a, const StepMark& b) {
    return a.first_execution < b.first_execution;
  };
  std::stable_sort(new_marks_.begin(), new_marks_.end(), before);
  const size_t old_marks = step_marks_.size();
  step_marks_.insert(step_marks_.end(), new_marks_.begin(), new_marks_.end());
  std::inplace_merge(step_marks_.begin(), step_marks_.begin() + static_cast<ptrdiff_t>(old_marks),
                     step_marks_.end(), before);
  for (const uint32_t number : placed_) PlaceStep(number, *known_.Find(number));
  placed_.clear();
  if (new_marks_.empty()) return;
  known_.ForEachFrom(new_marks_.front().first_execution,
                     [&](uint32_t number, const Known& known) { PlaceStep(number, known); });
  new_marks_.clear();
}

void Executions::PlaceStep(uint32_t number, const Known& known) {
  if (!known.id.valid()) return;
  const auto next =
      std::upper_bound(step_marks_.begin(), step_marks_.end(), number,
                       [](uint32_t n, const StepMark& mark) { return n < mark.first_execution; });
  if (next == step_marks_.begin()) return;
  store::Execution& execution = run_.executions[known.id];
  const int64_t step = (next - 1)->step;
  if (execution.step != step) run_.changes.Note(known.id);
  execution.step = step;
  if (known.session_run) execution.session_run_index = step;
}

}  // namespace tdbg::importers::native
