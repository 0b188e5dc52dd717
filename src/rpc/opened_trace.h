// What a service keeps of the trace it serves, beside the session.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

#include "rpc/alerts.h"
#include "rpc/commands.h"
#include "rpc/tensorboard/routes.h"
#include "rpc/tensors.h"
#include "rpc/timeline_index.h"
#include "session/session.h"

namespace tdbg::rpc {

// What is remembered of one run until it has grown.
struct RunMemory {
  AlertLists alerts;
  TensorLists tensors;
  std::optional<TimelineIndex> timeline;
};

struct OpenedTrace {
  explicit OpenedTrace(std::unique_ptr<session::Session> opened)
      : session(std::move(opened)), commands(*session), memory(session->runs().size()) {}

  const std::unique_ptr<session::Session> session;
  Commands commands;
  tensorboard::Plugin plugin;
  std::deque<RunMemory> memory;  // of each run
  std::optional<Overview> overview;
  int64_t generation = 1;
  std::optional<std::chrono::steady_clock::time_point> grew_at;

  // Whether something was appended within the last seconds.
  bool grew_lately() const;

  // To be called when the session was refreshed and has more.
  void Grew();
};

}  // namespace tdbg::rpc
