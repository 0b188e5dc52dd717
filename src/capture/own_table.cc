#include "capture/own_table.h"

#include <algorithm>
#include <csignal>

#include <sys/syscall.h>
#include <unistd.h>

namespace tdbg::capture {
namespace {

#ifndef SYS_close_range
constexpr long SYS_close_range = 436;
#endif
constexpr unsigned kUnshare = 2;  // CLOSE_RANGE_UNSHARE

// Gives the calling thread an empty table. Nothing of the program's is closed by that, nor are its
// locks on files released: those belong to the table that it keeps.
bool LeaveTheProgramsTable() { return syscall(SYS_close_range, 0u, ~0u, kUnshare) == 0; }

// A thread inherits the mask of the one that makes it.
bool MakeThread(void* (*run)(void*), void* context, pthread_t* thread) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const bool made = pthread_create(thread, nullptr, run, context) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return made;
}

}  // namespace

bool OwnTable::Start() {
  std::unique_lock lock(mutex_);
  pthread_t thread;
  if (!MakeThread(Serve, this, &thread)) return false;
  sharing_.push_back(thread);
  answered_.wait(lock, [&] { return there_; });
  return true;
}

void* OwnTable::Serve(void* self) {
  auto& table = *static_cast<OwnTable*>(self);
  pthread_setname_np(pthread_self(), "tdbg files");
  const bool apart = LeaveTheProgramsTable();
  std::unique_lock lock(table.mutex_);
  table.apart_ = apart;
  table.there_ = true;
  table.answered_.notify_all();
  for (;;) {
    table.asked_.wait(lock, [&] { return table.stopping_ || !table.tasks_.empty(); });
    if (table.tasks_.empty()) return nullptr;
    Task* const task = table.tasks_.front();
    table.tasks_.pop_front();
    lock.unlock();
    task->run(task->what);
    lock.lock();
    task->done = true;
    table.answered_.notify_all();
  }
}

bool OwnTable::RunTask(void (*run)(const void*), const void* what) {
  Task task = {.run = run, .what = what};
  std::unique_lock lock(mutex_);
  const pthread_t self = pthread_self();
  if (std::find(sharing_.begin(), sharing_.end(), self) != sharing_.end()) {
    lock.unlock();
    run(what);
    return true;
  }
  if (!there_ || stopping_) return false;
  tasks_.push_back(&task);
  asked_.notify_one();
  answered_.wait(lock, [&] { return task.done; });
  return true;
}

bool OwnTable::StartThread(void* (*run)(void*), void* context, pthread_t* thread) {
  bool made = false;
  Run([&] { made = MakeThread(run, context, thread); });
  if (!made) return false;
  const std::lock_guard lock(mutex_);
  sharing_.push_back(*thread);
  return true;
}

void OwnTable::Join(pthread_t thread) {
  pthread_join(thread, nullptr);
  const std::lock_guard lock(mutex_);
  std::erase(sharing_, thread);
}

void OwnTable::Stop() {
  pthread_t thread;
  {
    const std::lock_guard lock(mutex_);
    if (!there_ || stopping_) return;
    stopping_ = true;
    thread = sharing_.front();
  }
  asked_.notify_one();
  Join(thread);
}

}  // namespace tdbg::capture
