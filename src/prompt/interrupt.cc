#include "prompt/interrupt.h"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"
#include "prompt/terminal.h"

namespace tdbg::prompt {
namespace {

// Signal handlers know no object.
std::atomic<bool> exists = false;
std::atomic<bool> stop_flag = false;
std::atomic<bool> working = false;
std::atomic<int64_t> last_ns = 0;
char advice[120];
struct sigaction handling_before {};

void OnInterrupt(int) {
  const int saved_errno = errno;
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  const int64_t now_ns = int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
  const bool again = stop_flag.exchange(true) && now_ns - last_ns.exchange(now_ns) < 1'000'000'000;
  last_ns = now_ns;
  if (again && working) static_cast<void>(!write(STDERR_FILENO, advice, std::strlen(advice)));
  WakeTerminal();
  errno = saved_errno;
}

}  // namespace

Interrupt::Interrupt() {
  TDBG_CHECK(!exists.exchange(true));
  std::snprintf(advice, sizeof(advice), "\r\nstill busy; Ctrl-\\ or 'kill -9 %d' ends tdbg\r\n",
                static_cast<int>(getpid()));
  stop_flag = false;
  struct sigaction action {};
  action.sa_handler = OnInterrupt;
  sigemptyset(&action.sa_mask);
  action.sa_flags = 0;  // a read that waits for a line ends
  sigaction(SIGINT, &action, &handling_before);
}

Interrupt::~Interrupt() {
  sigaction(SIGINT, &handling_before, nullptr);
  exists = false;
}

const std::atomic<bool>& Interrupt::stop() { return stop_flag; }
bool Interrupt::Take() { return stop_flag.exchange(false); }

void Interrupt::BeginWork() {
  stop_flag = false;
  working = true;
}

void Interrupt::EndWork() { working = false; }

}  // namespace tdbg::prompt
