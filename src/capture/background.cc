#include "capture/background.h"

#include <csignal>
#include <cstdint>

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace tdbg::capture {
namespace {

constexpr int kIdleMs = 500;

}  // namespace

bool Background::Start(Round round, void* context) {
  round_ = round;
  context_ = context;
  wake_fd_ = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (wake_fd_ < 0) return false;
  // The thread inherits the mask: no handler of the program's ever runs on it.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const bool started = pthread_create(&thread_, nullptr, Run, this) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (!started) close(wake_fd_);
  return started;
}

void Background::Wake() {
  const uint64_t one = 1;
  // A full counter wakes as well.
  [[maybe_unused]] const ssize_t n = write(wake_fd_, &one, sizeof one);
}

void Background::Stop() {
  stopping_.store(true);
  Wake();
  pthread_join(thread_, nullptr);
}

void* Background::Run(void* self) {
  auto& background = *static_cast<Background*>(self);
  pthread_setname_np(pthread_self(), "tdbg");
  while (!background.stopping_.load()) {
    pollfd fds[] = {
        {.fd = background.wake_fd_, .events = POLLIN, .revents = 0},
        {.fd = background.watched_.load(std::memory_order_relaxed), .events = POLLIN, .revents = 0},
    };
    poll(fds, 2, kIdleMs);
    uint64_t wakes;
    [[maybe_unused]] const ssize_t n = read(background.wake_fd_, &wakes, sizeof wakes);
    background.round_(background.context_, fds[1].revents != 0);
  }
  return nullptr;
}

}  // namespace tdbg::capture
