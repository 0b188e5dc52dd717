// The library's own thread: makes segments ahead, tidies up, listens to the debugger.
#pragma once

#include <atomic>

#include <pthread.h>

namespace tdbg::capture {

// Not destroyed while the process lives.
class Background {
 public:
  // One round of work; called again and again on the thread, with all signals blocked. `input` says
  // that the watched descriptor can be read.
  using Round = void (*)(void* context, bool input);

  // False if the system gives no thread.
  bool Start(Round round, void* context);

  // Asks for another round, soon. For any thread; a system call.
  void Wake();

  // A descriptor to wait on besides; -1 for none. From the thread itself, or before the start.
  void Watch(int fd) { watched_.store(fd, std::memory_order_relaxed); }

  // Waits for the round that is running and ends the thread. Not from the thread itself.
  void Stop();

 private:
  static void* Run(void* self);

  Round round_ = nullptr;
  void* context_ = nullptr;
  int wake_fd_ = -1;
  std::atomic<int> watched_{-1};
  std::atomic<bool> stopping_{false};
  pthread_t thread_{};
};

}  // namespace tdbg::capture
