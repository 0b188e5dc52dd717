// What a service keeps of the trace it serves, beside the session.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>

#include "rpc/alerts.h"
#include "rpc/asker.h"
#include "rpc/commands.h"
#include "rpc/tensorboard/routes.h"
#include "rpc/tensors.h"
#include "rpc/timeline_index.h"
#include "session/target/target.h"

namespace tdbg::rpc {

// What is remembered of one run.
struct RunMemory {
  explicit RunMemory(const Asker* asker = nullptr) : tensors(asker) {}

  AlertLists alerts;
  TensorLists tensors;

  const TimelineIndex& Timeline(session::RunView& run);

  // To be called when the run has grown.
  void Grew();

 private:
  std::optional<TimelineIndex> timeline_;
  uint64_t forgettings_seen_ = 0;  // of the run, when the timeline was made
  bool timeline_is_behind_ = false;
};

struct OpenedTrace {
  // Of a target that has recorded something.
  explicit OpenedTrace(session::Target& t)
      : target(t), session(session::Target::Reading(t).session()), commands(t, *session, asker) {}

  session::Target& target;
  session::Session* const session;  // only while somebody holds a Reading of the target
  Asker asker;
  Commands commands;
  tensorboard::Plugin plugin;
  std::map<const session::RunView*, RunMemory> memory;
  std::optional<Overview> overview;
  std::atomic<int64_t> generation = 1;

  // To be called when the session was refreshed and has more.
  void Grew();
};

}  // namespace tdbg::rpc
