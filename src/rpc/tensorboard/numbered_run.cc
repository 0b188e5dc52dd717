#include "rpc/tensorboard/numbered_run.h"

#include <algorithm>
#include <string>

#include "base/whole_number.h"

namespace tdbg::rpc::tensorboard {
namespace {

using store::EventId;
using store::ExecutionId;
using store::FrameId;

constexpr std::string_view kMadeFrameName = "frame-";

}  // namespace

const std::vector<EventId>& NumberedRun::traces() {
  if (traces_) return *traces_;
  traces_.emplace();
  const store::TensorEventTable& events = run().events;
  const auto add = [&](EventId event) {
    const bool has_tensor = events.badness[event] != store::Badness::kFailed;
    if (events.op[event].valid() && has_tensor) traces_->push_back(event);
  };
  if (run().format == store::Format::kTfdbg2) {
    for (const EventId event : events.ids()) add(event);
  } else {
    for (const EventId event : view_.index().chronological()) add(event);
  }
  traces_->shrink_to_fit();
  return *traces_;
}

const std::vector<ExecutionId>& NumberedRun::executions() {
  if (executions_) return *executions_;
  executions_.emplace();
  for (const ExecutionId id : run().executions.ids()) executions_->push_back(id);
  return *executions_;
}

std::vector<EventId> NumberedRun::Outputs(ExecutionId id) const {
  const store::Execution& execution = run().executions[id];
  std::vector<EventId> outputs(execution.num_entries);
  for (int32_t i = 0; i < execution.num_events; ++i) {
    const EventId event(execution.first_event.index() + static_cast<uint32_t>(i));
    const auto moved = run().entries.find(event);
    const int32_t slot = run().events.slot[event];
    const auto entry = static_cast<size_t>(moved != run().entries.end() ? moved->second
                                           : slot >= 0                  ? slot
                                                                        : i);
    if (entry >= kMostOutputs) continue;
    if (entry >= outputs.size()) outputs.resize(entry + 1);
    outputs[entry] = event;
  }
  return outputs;
}

bool NumberedRun::IsAlert(EventId event) {
  return event.valid() && view_.bad().IsBad(event) &&
         run().events.badness[event] != store::Badness::kFailed;
}

const std::vector<NumberedAlert>& NumberedRun::alerts() {
  if (alerts_) return *alerts_;
  alerts_.emplace();
  for (size_t row = 0; row < traces().size() && alerts_->size() < NumberedAlert::kLimit; ++row) {
    const EventId event = traces()[row];
    if (IsAlert(event)) alerts_->push_back({event, row, run().events.slot[event]});
  }
  for (size_t row = 0; row < executions().size(); ++row) {
    const ExecutionId id = executions()[row];
    if (alerts_->size() >= NumberedAlert::kLimit) break;
    if (run().executions[id].num_events == 0) continue;
    const std::vector<EventId> outputs = Outputs(id);
    for (size_t slot = 0; slot < outputs.size(); ++slot) {
      if (!IsAlert(outputs[slot])) continue;
      alerts_->push_back({outputs[slot], row, static_cast<int32_t>(slot)});
    }
  }
  return *alerts_;
}

FrameId NumberedRun::FindFrame(std::string_view id) {
  const store::StackTable& stacks = run().stacks;
  if (!frames_) {
    frames_.emplace();
    for (const FrameId frame : Ids<FrameId>(stacks.num_frames())) {
      if (stacks.frame(frame).key.valid()) frames_->emplace(stacks.frame(frame).key, frame);
    }
  }
  const auto found = frames_->find(run().strings.Find(id));
  if (found != frames_->end()) return found->second;
  if (!id.starts_with(kMadeFrameName)) return FrameId();
  const auto number = WholeNumber(id.substr(kMadeFrameName.size()));
  const auto end = static_cast<int64_t>(stacks.num_frames());
  if (!number || *number < 0 || *number >= end) return FrameId();
  const FrameId frame(static_cast<size_t>(*number));
  return stacks.frame(frame).key.valid() ? FrameId() : frame;
}

std::string FrameName(const store::Run& run, FrameId frame) {
  const StringId key = run.stacks.frame(frame).key;
  if (key.valid()) return std::string(run.strings[key]);
  return std::string(kMadeFrameName) + std::to_string(frame.index());
}

}  // namespace tdbg::rpc::tensorboard
