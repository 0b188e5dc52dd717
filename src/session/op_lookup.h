// From a name that somebody typed to the op, or the eager execution, that it means.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/status.h"
#include "session/session.h"

namespace tdbg::session {

// Either an op of a graph or a top-level execution.
struct Subject {
  store::OpId op;
  store::ExecutionId execution;  // only where `op` is invalid
  std::optional<int32_t> slot;   // where the name had one

  store::StackId StackIn(const store::Run& run) const {
    return op.valid() ? run.graphs.op(op).stack : run.executions[execution].stack;
  }
};

// `[graph::]op[:slot]` or `@execution[:slot]`; what else a tensor's name may have is passed over. A
// placeholder that the runtime replaced is found by the name the program gave it. Where several
// graphs have the op, the one in `near` is meant; partitions of one device that several
// Session.runs left behind are one graph to the user, and the last is meant. The mistakes: no such
// op (with near names), an op of several graphs (with the candidates), a slot it has not got.
Result<Subject> FindSubject(RunView& run, std::string_view text, store::GraphId near = {});

// What recorded the event.
Subject SubjectOf(const store::Run& run, store::EventId event);

// "graph::op", "@3"; names it and no other, but for partitions of several Session.runs.
std::string NameOfSubject(RunView& run, const Subject& subject);
std::string NameOfOp(RunView& run, store::OpId op);

// The device that the op was placed on, or that its graph or its tensors were seen on; "" if
// unknown.
std::string_view DeviceOf(RunView& run, store::OpId op);

}  // namespace tdbg::session
