#include "session/run_facts.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <unordered_map>

#include "base/printable.h"
#include "session/execution_facts.h"

namespace tdbg::session {
namespace {

std::string LocalTime(int64_t time_ns) {
  const std::time_t seconds = static_cast<std::time_t>(SecondsFromNs(time_ns));
  std::tm parts;
  char text[64];
  if (localtime_r(&seconds, &parts) == nullptr ||
      std::strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S", &parts) == 0) {
    return "?";
  }
  return text;
}

}  // namespace

RecordedCounts CountRecorded(const store::Run& run) {
  RecordedCounts counts;
  for (const store::GraphId id : run.graphs.graph_ids()) {
    counts.graphs += run.graphs.graph(id).recorded;
  }
  for (const store::OpId id : run.graphs.op_ids()) counts.ops += run.graphs.op(id).type.valid();
  return counts;
}

std::vector<std::string> DeviceNames(const store::Run& run) {
  std::vector<std::string> names;
  for (const store::DeviceId id : Ids<store::DeviceId>(run.devices.size())) {
    names.emplace_back(run.DeviceName(id));
  }
  return names;
}

std::string FormatText(const store::Run& run) {
  std::string text = store::FormatName(run.format);
  if (!run.framework.empty()) text += ", " + run.framework;
  if (!run.framework_version.empty()) text += " " + run.framework_version;
  if (run.detail != Detail::kUnknown) {
    text += std::string(", ") + DetailName(run.detail);
  }
  return text;
}

std::string TimeSpanText(const store::Run& run) {
  if (run.start_ns == kNoTime) return "unknown";
  char length[32];
  std::snprintf(length, sizeof(length), "%.3g s",
                static_cast<double>(run.end_ns - run.start_ns) / 1e9);
  return LocalTime(run.start_ns) + ", " + length + " from first to last";
}

std::string AlertsText(RunView& run) {
  const query::AlertCounts counts = run.alert_counts();
  std::string text = Counted(counts.origin, "origin") + ", " + std::to_string(counts.inherited) +
                     " inherited, " + std::to_string(counts.masked) + " masked";
  if (counts.handled > 0) text += ", " + std::to_string(counts.handled) + " handled";
  return text;
}

std::vector<CallCount> CountCalls(const store::Run& run) {
  std::vector<CallCount> calls;
  std::unordered_map<uint64_t, size_t> known;  // by graph and op type
  for (const store::ExecutionId id : run.executions.ids()) {
    const store::Execution& execution = run.executions[id];
    const uint64_t key = (uint64_t{execution.graph.index()} << 32) | execution.op_type.index();
    const auto [it, added] = known.try_emplace(key, calls.size());
    if (added) calls.push_back({WhatRan(run, id), execution.graph, 0});
    ++calls[it->second].times;
  }
  std::stable_sort(calls.begin(), calls.end(),
                   [](const CallCount& a, const CallCount& b) { return a.times > b.times; });
  return calls;
}

}  // namespace tdbg::session
