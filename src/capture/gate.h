// Holds threads of the program where a debugger wants to look, and lets them go.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <set>
#include <string>

#include "capture/own_table.h"
#include "control/message.h"
#include "control/socket_line.h"

namespace tdbg::capture {

// Without a debugger, and as soon as it is gone, nothing is held. Several threads may be held at
// once, asleep; each time has a number of its own, by which the debugger lets that thread go.
class Gate {
 public:
  // The socket lies in the table, which is borrowed for ever.
  explicit Gate(OwnTable& table) : table_(table) {}

  // Connects, says hello, and listens from then on, on a thread of its own. False, with the gate
  // open, if there is nobody.
  bool Connect(const std::string& path, uint32_t pid, const std::string& run_directory);

  // Whether the program closed the socket, or put a file of its own in its place: then nobody is
  // held any more.
  bool line_was_taken();

  // Tells the debugger, if there is one.
  void Tell(const control::Report& report);

  // Tells it of a birth or an error and, if these are to stop the program, holds the calling thread
  // until it may go on.
  void TellAndHold(const control::Report& report, control::HoldReason reason);

  // Whether the debugger asked to hold the next thread that has run an op.
  bool hold_asked() const { return hold_asked_.load(std::memory_order_relaxed); }
  // Holds the calling thread if so; only the first of several. `place` says where it is, as in
  // "held".
  void HoldIfAsked(const control::Report& place);

  // Whether the debugger wants threads held that end an execution.
  bool holds_ends() const { return holds_ends_.load(std::memory_order_relaxed); }
  // Holds the calling thread if it is this execution that was meant.
  void HoldAtEnd(int64_t execution);

  void SetStop(bool stop) { stop_.store(stop, std::memory_order_relaxed); }
  bool stops() const { return stop_.load(std::memory_order_relaxed); }

  // In the child of a fork: the line is its parent's.
  void CloseInChild() { line_.Close(); }

  // Tells the debugger that the recording ends, and opens the gate. To be called once.
  void SayGoodbye();

 private:
  static void* ListenLong(void* self);
  // Reads and answers requests. False when the debugger has gone.
  bool Listen();
  // Under the lock.
  void Send(const std::string& lines);

  // Says `before`, if it is not empty, in one breath with where the thread is held.
  void Hold(std::unique_lock<std::mutex>& lock, std::string before, control::Report held,
            control::HoldReason reason);
  // Obeys the debugger. Answers why it cannot be obeyed, or "" where it was.
  std::string Obey(const control::Command& command);
  void OpenForEver();  // under the lock

  OwnTable& table_;
  bool listens_ = false;
  pthread_t listener_{};

  std::atomic<bool> stop_{false};
  std::atomic<bool> hold_asked_{false};
  std::atomic<bool> holds_ends_{false};
  std::mutex mutex_;
  std::condition_variable changed_;
  control::SocketLine line_;
  int64_t last_stop_ = 0;
  std::set<int64_t> held_;     // numbers of the stops that wait
  std::set<int64_t> awaited_;  // executions whose end is to hold a thread
};

}  // namespace tdbg::capture
