// A run as text: all that was read of it and found in it, whatever the order of reading. Two
// imports of the same recording are equal if their texts are.
#pragma once

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "session/session.h"

namespace tdbg::tests {

class RunText {
 public:
  explicit RunText(session::RunView& view) : view_(view), run_(view.run()) {}

  std::vector<std::string> Lines() {
    std::vector<std::string> lines;
    std::ostringstream head;
    head << "run " << run_.id << " " << run_.framework_version << " " << run_.format_version << " "
         << DetailName(run_.detail) << " " << run_.start_ns << " " << run_.end_ns;
    lines.push_back(head.str());
    for (const std::string& host : run_.hosts) lines.push_back("host " + host);
    for (store::SourceFileId id : Ids<store::SourceFileId>(run_.sources.size())) {
      lines.push_back("source " + Text(run_.sources[id].path) + " " +
                      std::to_string(run_.sources[id].num_lines));
    }
    for (store::GraphId id : run_.graphs.graph_ids()) lines.push_back("graph " + Graph(id));
    for (store::OpId id : run_.graphs.op_ids()) lines.push_back("op " + Op(id));
    for (store::ExecutionId id : run_.executions.ids()) {
      lines.push_back("execution " + Execution(id));
    }
    for (store::EventId id : run_.events.ids()) lines.push_back("event " + Event(id));
    for (const query::Alert& alert : view_.alerts()) {
      lines.push_back(std::string("alert ") + VerdictName(alert.verdict) + " " +
                      SourceName(alert.source) + " " + Event(alert.event));
    }
    std::sort(lines.begin(), lines.end());
    return lines;
  }

  // Without what may still become known: the execution of a trace, the device of an output.
  std::string Event(store::EventId id, bool settled = true) const {
    const store::TensorEvent event = run_.events.Row(id);
    std::ostringstream text;
    text << event.time_ns << " " << event.slot << " " << static_cast<int>(event.dtype) << " "
         << DetailName(event.detail) << " " << static_cast<int>(event.badness) << " ";
    if (event.op.valid()) {
      text << Text(run_.graphs.graph(run_.graphs.op(event.op).graph).key)
           << "::" << Text(run_.graphs.op(event.op).name);
    }
    if (settled || !event.op.valid()) text << " @" << Number(event.execution);
    if (settled) text << " on " << run_.DeviceName(event.device);
    return text.str();
  }

 private:
  std::string Text(StringId id) const { return std::string(run_.strings[id]); }
  template <typename Id>
  static std::string Number(Id id) {
    return id.valid() ? std::to_string(id.index()) : "-";
  }
  std::string Key(store::GraphId id) const {
    return id.valid() ? Text(run_.graphs.graph(id).key) : "-";
  }

  std::string Graph(store::GraphId id) const {
    const store::Graph& graph = run_.graphs.graph(id);
    return Key(id) + " " + Text(graph.name) + " in " + Key(graph.outer) + " " +
           std::to_string(graph.recorded) + " " + std::to_string(graph.ops.size());
  }

  std::string Op(store::OpId id) const {
    const store::Op& op = run_.graphs.op(id);
    std::ostringstream text;
    text << Key(op.graph) << "::" << Text(op.name) << " " << Text(op.type) << " " << op.time_ns;
    for (const store::InputRef& input : op.inputs)
      text << " " << Text(input.op) << ":" << input.slot;
    for (const int64_t tensor : op.output_tensor_ids) text << " ->" << tensor;
    text << Stack(op.stack);
    return text.str();
  }

  std::string Execution(store::ExecutionId id) const {
    const store::Execution& execution = run_.executions[id];
    std::ostringstream text;
    text << id.index() << " " << Text(execution.op_type) << " " << Key(execution.graph) << " "
         << execution.time_ns << " " << execution.num_outputs << " " << execution.num_events;
    for (const int64_t tensor : execution.output_tensor_ids) text << " ->" << tensor;
    for (const store::DeviceId device : execution.output_devices) {
      text << " " << run_.DeviceName(device);
    }
    text << Stack(execution.stack);
    return text.str();
  }

  std::string Stack(store::StackId id) const {
    std::ostringstream text;
    for (const store::FrameId frame_id : run_.stacks.frames(id)) {
      const store::Frame& frame = run_.stacks.frame(frame_id);
      text << "\n    " << (frame.file.valid() ? Text(run_.sources[frame.file].path) : "?") << ":"
           << frame.line << " " << Text(frame.function);
    }
    return text.str();
  }

  session::RunView& view_;
  const store::Run& run_;
};

}  // namespace tdbg::tests
