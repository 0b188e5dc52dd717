#include "cli/signal_watch.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

#include "base/check.h"

namespace tdbg::cli {
namespace {

constexpr std::array kWatched = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCHLD};

// Signal handlers know no object.
int pipe_ends[2] = {-1, -1};
std::atomic<pid_t> of_our_job = 0;
struct sigaction before[kWatched.size()];

constexpr int kFromTerminal = 0x80;

void OnSignal(int signal, siginfo_t* info, void*) {
  const int saved_errno = errno;
  const pid_t child = of_our_job;
  if (child != 0 && (signal == SIGTERM || signal == SIGHUP || signal == SIGQUIT)) {
    kill(child, signal);
    std::signal(signal, SIG_DFL);
    raise(signal);
  }
  if (child != 0 && signal == SIGTSTP) {
    kill(child, SIGSTOP);  // it may have a meaning of its own for the signal
    SuspendThisProcess();
    kill(child, SIGCONT);
  } else {
    const auto byte =
        static_cast<unsigned char>(signal | (info->si_code == SI_KERNEL ? kFromTerminal : 0));
    static_cast<void>(!write(pipe_ends[1], &byte, 1));
  }
  errno = saved_errno;
}

}  // namespace

SignalWatch::SignalWatch() {
  TDBG_CHECK(pipe_ends[0] < 0);
  TDBG_CHECK(pipe2(pipe_ends, O_CLOEXEC | O_NONBLOCK) == 0);
  struct sigaction action {};
  action.sa_sigaction = OnSignal;
  action.sa_flags = SA_RESTART | SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < kWatched.size(); ++i) {
    sigaction(kWatched[i], nullptr, &before[i]);
    // A process that was started to ignore a signal (by nohup) goes on ignoring it.
    const bool deaf = before[i].sa_handler == SIG_IGN && kWatched[i] != SIGCHLD;
    if (!deaf) sigaction(kWatched[i], &action, nullptr);
  }
}

SignalWatch::~SignalWatch() {
  for (size_t i = 0; i < kWatched.size(); ++i) sigaction(kWatched[i], &before[i], nullptr);
  close(pipe_ends[0]);
  close(pipe_ends[1]);
  pipe_ends[0] = pipe_ends[1] = -1;
}

int SignalWatch::fd() const { return pipe_ends[0]; }

std::vector<SignalWatch::Signal> SignalWatch::Take() {
  std::vector<Signal> signals;
  for (unsigned char byte; read(pipe_ends[0], &byte, 1) == 1;) {
    signals.push_back({byte & ~kFromTerminal, (byte & kFromTerminal) != 0});
  }
  return signals;
}

OneJob::OneJob(pid_t child) { of_our_job = child; }
OneJob::~OneJob() { of_our_job = 0; }

// Only what a signal handler may do.
void SuspendThisProcess() {
  struct sigaction usual {
  }, watched{};
  usual.sa_handler = SIG_DFL;
  sigaction(SIGTSTP, &usual, &watched);
  raise(SIGTSTP);
  sigset_t suspend, blocked;
  sigemptyset(&suspend);
  sigaddset(&suspend, SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &suspend, &blocked);  // here at the latest it stops
  pthread_sigmask(SIG_SETMASK, &blocked, nullptr);
  sigaction(SIGTSTP, &watched, nullptr);
}

}  // namespace tdbg::cli
