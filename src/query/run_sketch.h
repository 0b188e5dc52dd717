// A run drawn by hand, for tests of queries: a few graphs, ops and events in one line each.
#pragma once

#include <string_view>
#include <vector>

#include "store/run.h"

namespace tdbg::query {

struct RunSketch {
  store::Run run{store::Format::kTfdbg2};

  store::GraphId Graph(std::string_view name, store::GraphId outer = {}) {
    const store::GraphId id = run.graphs.FindOrAddGraph(run.strings.Intern(name));
    run.graphs.graph(id).name = run.strings.Intern(name);
    run.graphs.graph(id).recorded = true;
    if (outer.valid()) static_cast<void>(run.graphs.SetOuter(id, outer));
    return id;
  }

  // `inputs` are ops of the same graph, of which slot 0 is read.
  store::OpId Op(store::GraphId graph, std::string_view name, std::string_view type,
                 const std::vector<std::string_view>& inputs = {}) {
    const store::OpId id = run.graphs.FindOrAddOp(graph, run.strings.Intern(name));
    store::Op& op = run.graphs.op(id);
    op.type = run.strings.Intern(type);
    op.num_outputs = 1;
    for (const std::string_view input : inputs) {
      op.inputs.push_back({run.strings.Intern(input), 0});
    }
    return id;
  }

  store::EventId Event(store::OpId op, int64_t time_ns, bool bad = false, int32_t slot = 0,
                       store::ExecutionId execution = {}) {
    store::TensorEvent event;
    event.time_ns = time_ns;
    event.op = op;
    event.execution = execution;
    event.slot = slot;
    event.detail = Detail::kCurtHealth;
    event.badness = bad ? store::Badness::kBad : store::Badness::kClean;
    return run.events.Append(event);
  }

  store::ExecutionId Execution(int64_t time_ns, std::string_view op_type) {
    store::Execution execution;
    execution.time_ns = time_ns;
    execution.op_type = run.strings.Intern(op_type);
    return run.executions.Append(std::move(execution));
  }

  // An output of an execution; must follow it at once.
  store::EventId Output(store::ExecutionId execution, int32_t slot, bool bad = false) {
    store::Execution& owner = run.executions[execution];
    const store::EventId id = Event({}, owner.time_ns, bad, slot, execution);
    if (owner.num_events++ == 0) owner.first_event = id;
    return id;
  }
};

}  // namespace tdbg::query
