#include "session/target/child_process.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include <spawn.h>
#include <sys/wait.h>

#include "session/target/signal_free_thread.h"

namespace tdbg::session {
namespace {

std::vector<char*> Pointers(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

Result<std::unique_ptr<ChildProcess>> ChildProcess::Start(const ChildStart& start,
                                                          std::function<void()> ended) {
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  if (start.own_group) {
    // As every shell does for its jobs: one that ignored these could not ask for the terminal.
    sigset_t job_control;
    sigemptyset(&job_control);
    for (const int signal : {SIGTTIN, SIGTTOU, SIGTSTP}) sigaddset(&job_control, signal);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigdefault(&attributes, &job_control);
  }
  std::vector<char*> words = Pointers(start.words), environment = Pointers(start.environment);
  pid_t pid = -1;
  const int failure =
      posix_spawnp(&pid, words[0], nullptr, &attributes, words.data(), environment.data());
  posix_spawnattr_destroy(&attributes);
  if (failure != 0) {
    return Unreadable("cannot start " + start.words[0] + ": " + std::strerror(failure));
  }
  std::unique_ptr<ChildProcess> child(new ChildProcess(pid, start.own_group));
  child->ending_->ended = std::move(ended);
  SignalFreeThread([pid, ending = child->ending_] { WaitFor(pid, ending); }).detach();
  return child;
}

void ChildProcess::WaitFor(pid_t pid, const std::shared_ptr<Ending>& ending) {
  int wait_status = 0;
  siginfo_t seen = {};
  // The process stays a zombie until its end is noted, so that no signal can meet another one.
  while (waitid(P_PID, static_cast<id_t>(pid), &seen, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
  }
  std::function<void()> ended;
  {
    const std::lock_guard lock(ending->mutex);
    const bool known = waitpid(pid, &wait_status, 0) == pid;  // else somebody else has waited
    ending->status = !known                     ? 0
                     : WIFSIGNALED(wait_status) ? 128 + WTERMSIG(wait_status)
                                                : WEXITSTATUS(wait_status);
    ended = std::exchange(ending->ended, nullptr);
    if (ended) ended();
  }
}

ChildProcess::~ChildProcess() {
  const std::lock_guard lock(ending_->mutex);
  ending_->ended = nullptr;
}

std::optional<int> ChildProcess::status() const {
  const std::lock_guard lock(ending_->mutex);
  return ending_->status;
}

void ChildProcess::Signal(int signal) const {
  const std::lock_guard lock(ending_->mutex);
  if (!ending_->status) kill(own_group_ ? -pid_ : pid_, signal);
}

}  // namespace tdbg::session
