// What a service keeps of the trace it serves, beside the session.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

#include "rpc/alerts.h"
#include "rpc/commands.h"
#include "rpc/tensorboard/routes.h"
#include "rpc/tensors.h"
#include "rpc/timeline_index.h"
#include "session/target/target.h"

namespace tdbg::rpc {

// What is remembered of one run until it has grown.
struct RunMemory {
  AlertLists alerts;
  TensorLists tensors;
  std::optional<TimelineIndex> timeline;
};

struct OpenedTrace {
  // Of a target that has recorded something.
  explicit OpenedTrace(session::Target& t)
      : target(t),
        session(session::Target::Reading(t).session()),
        commands(t, *session),
        memory(session->runs().size()) {}

  session::Target& target;
  session::Session* const session;  // only while somebody holds a Reading of the target
  Commands commands;
  tensorboard::Plugin plugin;
  std::deque<RunMemory> memory;  // of each run
  std::optional<Overview> overview;
  std::atomic<int64_t> generation = 1;

  // To be called when the session was refreshed and has more.
  void Grew();
};

}  // namespace tdbg::rpc
