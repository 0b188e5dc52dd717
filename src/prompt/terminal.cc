#include "prompt/terminal.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/check.h"
#include "prompt/write_all.h"

namespace tdbg::prompt {
namespace {

// Not SIGBUS: whoever maps files keeps it (base/file_mapping.h).
constexpr std::array kDeadlySignals = {SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGFPE};
constexpr std::array kWakingSignals = {SIGWINCH, SIGCONT};

// What signal handlers need: they know no object.
struct Active {
  std::atomic<bool> raw = false;
  int in = -1;
  int out = -1;
  termios before{};
  const char* leave = "";
  size_t leave_size = 0;
  std::array<struct sigaction, kDeadlySignals.size()> deadly_before{};
  std::array<struct sigaction, kWakingSignals.size()> waking_before{};
};
Active active;
std::atomic<int> wake_fd = -1;
std::atomic<bool> resumed = false;

// Only what a signal handler may do.
void Restore() {
  if (!active.raw.exchange(false)) return;
  static_cast<void>(!write(active.out, active.leave, active.leave_size));
  tcsetattr(active.in, TCSANOW, &active.before);
}

void RestoreAndDie(int number) {
  const int saved_errno = errno;
  Restore();
  static_cast<void>(!write(active.out, "\r\n", 2));
  for (size_t i = 0; i < kDeadlySignals.size(); ++i) {
    if (kDeadlySignals[i] == number) sigaction(number, &active.deadly_before[i], nullptr);
  }
  raise(number);  // taken when this handler returns
  errno = saved_errno;
}

void OnWakingSignal(int number) {
  if (number == SIGCONT) resumed = true;
  WakeTerminal();
}

struct sigaction ActionOf(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  return action;
}

void MakeWakeFd() {
  if (wake_fd < 0) wake_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
}

}  // namespace

ScreenSize SizeOf(int fd) {
  winsize size{};
  if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return {};
  return {size.ws_col, size.ws_row};
}

void WakeTerminal() {
  const int saved_errno = errno;
  const uint64_t one = 1;
  static_cast<void>(!write(wake_fd, &one, sizeof(one)));
  errno = saved_errno;
}

RawTerminal::RawTerminal(TerminalFds fds, CtrlC ctrl_c, std::string_view enter,
                         std::string_view leave)
    : fds_(fds), ctrl_c_(ctrl_c), enter_(enter) {
  TDBG_CHECK(!active.raw);
  if (tcgetattr(fds.in, &active.before) != 0) return;
  static const bool registered = std::atexit(Restore) == 0;
  static_cast<void>(registered);
  MakeWakeFd();
  active.in = fds.in;
  active.out = fds.out;
  active.leave = leave.data();
  active.leave_size = leave.size();
  const struct sigaction deadly = ActionOf(RestoreAndDie), waking = ActionOf(OnWakingSignal);
  for (size_t i = 0; i < kDeadlySignals.size(); ++i) {
    sigaction(kDeadlySignals[i], &deadly, &active.deadly_before[i]);
  }
  for (size_t i = 0; i < kWakingSignals.size(); ++i) {
    sigaction(kWakingSignals[i], &waking, &active.waking_before[i]);
  }
  ok_ = true;
  Enter();
}

RawTerminal::~RawTerminal() {
  if (!ok_) return;
  Leave();
  for (size_t i = 0; i < kDeadlySignals.size(); ++i) {
    sigaction(kDeadlySignals[i], &active.deadly_before[i], nullptr);
  }
  for (size_t i = 0; i < kWakingSignals.size(); ++i) {
    sigaction(kWakingSignals[i], &active.waking_before[i], nullptr);
  }
}

void RawTerminal::Enter() {
  termios raw = active.before;
  raw.c_iflag &= ~static_cast<tcflag_t>(BRKINT | ICRNL | INPCK | ISTRIP | IXON);
  raw.c_lflag &= ~static_cast<tcflag_t>(ECHO | ICANON | IEXTEN);
  if (ctrl_c_ == CtrlC::kIsByte) raw.c_lflag &= ~static_cast<tcflag_t>(ISIG);
  raw.c_cc[VSUSP] = _POSIX_VDISABLE;  // Suspend does it, with the terminal restored
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  active.raw = true;
  tcsetattr(fds_.in, TCSADRAIN, &raw);  // what was typed ahead stays
  Write(enter_);
}

void RawTerminal::Leave() { Restore(); }

RawTerminal::Event RawTerminal::Wait(int timeout_ms, std::string& bytes) {
  // A descriptor of -1 is passed over.
  std::array<pollfd, 3> ready{{{fds_.in, POLLIN, 0}, {wake_fd, POLLIN, 0}, {fds_.end, POLLIN, 0}}};
  const int count = poll(ready.data(), ready.size(), timeout_ms);
  if (count == 0) return Event::kTimeout;
  if (count < 0) return errno == EINTR ? Event::kWoken : Event::kGone;
  if (ready[2].revents != 0) return Event::kEndedFromOutside;
  if (ready[1].revents != 0) {
    uint64_t ignored = 0;
    static_cast<void>(!read(wake_fd, &ignored, sizeof(ignored)));
    if (!resumed.exchange(false)) return Event::kWoken;
    Enter();  // a shell may have set the terminal for itself
    return Event::kResumed;
  }
  char block[4096];
  const ssize_t got = read(fds_.in, block, sizeof(block));
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return Event::kWoken;
  if (got <= 0) return Event::kGone;
  bytes.assign(block, static_cast<size_t>(got));
  return Event::kBytes;
}

void RawTerminal::Write(std::string_view text) { static_cast<void>(WriteAll(fds_.out, text)); }

void RawTerminal::Suspend() {
  Leave();
  kill(0, SIGTSTP);  // as the terminal would: a script that started us stops, too
  resumed = false;
  Enter();
}

}  // namespace tdbg::prompt
