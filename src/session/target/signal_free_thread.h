// Threads that no signal reaches: signals are for those threads of the process that expect them.
#pragma once

#include <csignal>
#include <thread>
#include <utility>

#include <pthread.h>

namespace tdbg::session {

template <typename Work>
std::thread SignalFreeThread(Work work) {
  // A thread blocks what its maker does.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread thread(std::move(work));
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return thread;
}

}  // namespace tdbg::session
