// What happened in a target, for a face that polls.
#pragma once

#include <deque>
#include <mutex>
#include <optional>

#include "session/target/target.h"

namespace tdbg::session {

class EventQueue {
 public:
  explicit EventQueue(Target& target)
      : attachment_(target, [this](const TargetEvent& event) { Add(event); }) {}

  int fd() const { return wake_.fd(); }  // readable while there are events

  // The oldest; nullopt if there is none.
  std::optional<TargetEvent> Next() {
    const std::lock_guard lock(mutex_);
    if (events_.empty()) {
      wake_.Sleep();
      return std::nullopt;
    }
    TargetEvent event = std::move(events_.front());
    events_.pop_front();
    return event;
  }

 private:
  void Add(const TargetEvent& event) {
    const std::lock_guard lock(mutex_);
    events_.push_back(event);
    wake_.Wake();
  }

  WakeUp wake_;
  std::mutex mutex_;
  std::deque<TargetEvent> events_;
  Target::Attachment attachment_;  // goes first
};

}  // namespace tdbg::session
