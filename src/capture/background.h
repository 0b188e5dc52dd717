// The library's own work, on a thread of its own: makes segments ahead and tidies up.
#pragma once

#include <condition_variable>
#include <mutex>

#include <pthread.h>

#include "capture/own_table.h"

namespace tdbg::capture {

// Not destroyed while the process lives.
class Background {
 public:
  // One round of work; called again and again on the thread, with all signals blocked.
  using Round = void (*)(void* context);

  // False if the system gives no thread. The thread shares the table.
  bool Start(OwnTable& table, Round round, void* context);

  // Asks for another round, soon. For any thread.
  void Wake();

  // Waits for the round that is running and ends the thread. Not from the thread itself.
  void Stop();

 private:
  static void* Run(void* self);
  // False when there is to be none.
  bool AwaitRound();

  OwnTable* table_ = nullptr;
  Round round_ = nullptr;
  void* context_ = nullptr;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool woken_ = false;
  bool stopping_ = false;
  pthread_t thread_{};
};

}  // namespace tdbg::capture
