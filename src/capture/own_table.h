// A table of descriptors of our own. Descriptors belong to threads: those of the library leave the
// program's table, so that a program which closes or reuses numbers (as daemons do) cannot meet
// ours, nor we its.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <vector>

#include <pthread.h>

namespace tdbg::capture {

// For any thread. Not destroyed while the process lives. Where the kernel gives no such table
// (Linux before 5.9), ours lie in the program's, and OwnDescriptor looks at them before each use.
class OwnTable {
 public:
  // Starts the thread that has the table. False if the system gives none.
  bool Start();

  // Runs `work` there and waits for it; at once on a thread that shares the table. It may take no
  // lock that a caller of Run() can hold. False, and nothing was done, if nobody is there.
  template <typename Work>
  bool Run(const Work& work) {
    return RunTask([](const void* what) { (*static_cast<const Work*>(what))(); }, &work);
  }

  // A thread that shares the table, with all signals blocked: no handler of the program's ever runs
  // on it.
  bool StartThread(void* (*run)(void*), void* context, pthread_t* thread);
  // Waits for its end.
  void Join(pthread_t thread);

  // Whether it is one of its own.
  bool is_apart() const { return apart_; }

  // Ends the thread of the table, after those that share it. Who comes later finds nobody.
  void Stop();

 private:
  struct Task {
    void (*run)(const void*);
    const void* what;
    bool done = false;
  };
  static void* Serve(void* self);
  bool RunTask(void (*run)(const void*), const void* what);

  std::mutex mutex_;
  std::condition_variable asked_;
  std::condition_variable answered_;
  std::deque<Task*> tasks_;
  // No thread-local variable says who shares the table: while a library is loaded, which is when
  // this starts, a thread that asks for its own may have to wait for the loader.
  std::vector<pthread_t> sharing_;
  bool there_ = false;
  bool stopping_ = false;
  bool apart_ = false;
};

}  // namespace tdbg::capture
