// Holds threads of the program where a debugger wants to look, and lets them go.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>

#include "control/message.h"
#include "control/socket_line.h"

namespace tdbg::capture {

// Without a debugger, and as soon as it is gone, nothing is held. Threads are held one at a time,
// asleep; others that come to be held wait for their turn.
class Gate {
 public:
  // Connects and says hello. False, with the gate open, if there is nobody.
  bool Connect(const std::string& path, uint32_t pid, const std::string& run_directory);

  // To be watched for commands; -1 if there is no debugger.
  int fd();

  // Tells the debugger, if there is one.
  void Tell(const control::Report& report);

  // Tells it and, if births are to stop the program, holds the calling thread until it may go on.
  void TellAndHold(const control::Report& report, control::HoldReason reason);

  // Whether the debugger asked to hold the next thread that comes along.
  bool hold_asked() const { return hold_asked_.load(std::memory_order_relaxed); }
  // Holds the calling thread if so; only the first of several.
  void HoldIfAsked();

  void SetStop(bool stop) { stop_.store(stop, std::memory_order_relaxed); }
  bool stops() const { return stop_.load(std::memory_order_relaxed); }

  // Reads commands; from one thread. False when the debugger has gone.
  bool Listen();

  // In the child of a fork: the line is its parent's.
  void CloseInChild() { line_.Close(); }

  // The last word; opens the gate.
  void SayGoodbye();

 private:
  void Hold(std::unique_lock<std::mutex>& lock, const std::string& lines);
  void OpenForEver();  // under the lock

  std::atomic<bool> stop_{false};
  std::atomic<bool> hold_asked_{false};
  std::mutex mutex_;
  std::condition_variable changed_;
  control::SocketLine line_;
  bool holding_ = false;
  bool may_go_ = false;
};

}  // namespace tdbg::capture
