#include "capture/background.h"

#include <chrono>

namespace tdbg::capture {
namespace {

constexpr std::chrono::milliseconds kIdle(500);

}  // namespace

bool Background::Start(OwnTable& table, Round round, void* context) {
  table_ = &table;
  round_ = round;
  context_ = context;
  return table.StartThread(Run, this, &thread_);
}

void Background::Wake() {
  const std::lock_guard lock(mutex_);
  woken_ = true;
  changed_.notify_one();
}

void Background::Stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    changed_.notify_one();
  }
  table_->Join(thread_);
}

bool Background::AwaitRound() {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, kIdle, [&] { return woken_ || stopping_; });
  woken_ = false;
  return !stopping_;
}

void* Background::Run(void* self) {
  auto& background = *static_cast<Background*>(self);
  pthread_setname_np(pthread_self(), "tdbg");
  while (background.AwaitRound()) background.round_(background.context_);
  return nullptr;
}

}  // namespace tdbg::capture
