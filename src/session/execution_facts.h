// What every surface says of one execution.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/session.h"

namespace tdbg::session {

// Views live as long as the run. What the format does not record is empty or nullopt.
struct ExecutionFacts {
  store::ExecutionId execution;
  std::string_view what;   // an op type, a function's name, "Session.run"
  std::string_view graph;  // of a function
  std::optional<int64_t> step;
  int64_t time_ns = kNoTime;
  int64_t outputs = 0;
  std::string fetches;  // of a Session.run, separated by ", "
  std::string feeds;
  std::string targets;
  std::vector<store::EventId> events;  // of its own outputs
};

// Cheap: reads tables only.
ExecutionFacts FactsOfExecution(RunView& run, store::ExecutionId execution);

// ExecutionFacts::what alone.
std::string_view WhatRan(const store::Run& run, store::ExecutionId execution);

// "matmul:0, x:0"
std::string JoinNames(const store::Run& run, const std::vector<StringId>& names);

// A tensor that an execution was given.
struct ExecutionInput {
  store::ExecutionId maker;  // invalid where no recorded execution made it
  int64_t slot = 0;
  store::EventId event;  // invalid where nothing was recorded of it

  std::string Name() const {
    return "@" + std::to_string(maker.index()) + ":" + std::to_string(slot);
  }
};
std::vector<ExecutionInput> InputsOfExecution(const store::Run& run, store::ExecutionId execution);

}  // namespace tdbg::session
