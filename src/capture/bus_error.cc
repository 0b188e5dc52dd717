#include "capture/bus_error.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <utility>

#include <unistd.h>

#include "capture/guarded_memory.h"

namespace tdbg::capture {
namespace {

using Action = struct sigaction;

// Each time that we come before another handler we do so with a function of our own, which knows
// whom it came before. So whatever the program keeps as "the handler before mine" and puts back one
// day is a way that leads where it led then: handlers never form a ring.
constexpr size_t kLinks = 8;
std::array<Action, kLinks> g_before;
size_t g_links = 0;

void SetDefault(int signal) {
  Action standard = {};
  standard.sa_handler = SIG_DFL;
  sigaction(signal, &standard, nullptr);
}

// Whether the program has a function for the signal.
bool IsHandler(const Action& action) {
  return (action.sa_flags & SA_SIGINFO) != 0 ||
         (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
}

// Does with the signal what the program's own action for it would have done without us.
void HandOn(const Action& before, int signal, siginfo_t* info, void* context) {
  const bool sent = info->si_code <= 0;  // by a process, not by an access to memory
  if (!IsHandler(before)) {
    if (sent && before.sa_handler == SIG_IGN) return;
    // The access is made again when this returns, and then ends the process.
    SetDefault(signal);
    if (sent) raise(signal);
    return;
  }
  if ((before.sa_flags & SA_RESETHAND) != 0) SetDefault(signal);
  if ((before.sa_flags & SA_SIGINFO) != 0) {
    before.sa_sigaction(signal, info, context);
  } else {
    before.sa_handler(signal);
  }
}

template <size_t link>
void OnBusError(int signal, siginfo_t* info, void* context) {
  const int error = errno;
  const bool ours = info->si_code > 0 && ReplaceVanished(info->si_addr);
  errno = error;
  if (!ours) HandOn(g_before[link], signal, info, context);
}

using Handler = void (*)(int, siginfo_t*, void*);

template <size_t... link>
constexpr std::array<Handler, kLinks> Handlers(std::index_sequence<link...>) {
  return {OnBusError<link>...};
}
constexpr std::array<Handler, kLinks> kHandlers = Handlers(std::make_index_sequence<kLinks>());

bool IsOurs(const Action& action) {
  return (action.sa_flags & SA_SIGINFO) != 0 &&
         std::find(kHandlers.begin(), kHandlers.end(), action.sa_sigaction) != kHandlers.end();
}

bool IsSame(const Action& a, const Action& b) {
  return a.sa_flags == b.sa_flags && a.sa_handler == b.sa_handler;
}

// The link before this handler: the one that came before it once, or the next free one; kLinks if
// there is none left.
size_t LinkBefore(const Action& action) {
  for (size_t link = 0; link < g_links; ++link) {
    if (IsSame(g_before[link], action)) return link;
  }
  if (g_links == kLinks) return kLinks;
  g_before[g_links] = action;
  return g_links++;
}

}  // namespace

bool GuardAgainstBusErrors() {
  Action now = {};
  if (sigaction(SIGBUS, nullptr, &now) != 0) return false;
  // Again, if the program sets another one just then.
  for (int tries = 0; tries < 10 && !IsOurs(now); ++tries) {
    const size_t link = LinkBefore(now);
    if (link == kLinks) return false;
    // It runs as what it comes before would.
    Action ours = now;
    ours.sa_flags = IsHandler(now) ? now.sa_flags & ~SA_RESETHAND : SA_ONSTACK;
    ours.sa_flags |= SA_SIGINFO;
    ours.sa_sigaction = kHandlers[link];
    Action replaced = {};
    if (sigaction(SIGBUS, &ours, &replaced) != 0) return false;
    if (IsSame(replaced, g_before[link])) return true;
    if (IsOurs(replaced)) return sigaction(SIGBUS, &replaced, nullptr) == 0;
    now = replaced;
  }
  return IsOurs(now);
}

BusErrorsUnblocked::BusErrorsUnblocked() {
  sigset_t bus, before;
  sigemptyset(&bus);
  sigaddset(&bus, SIGBUS);
  pthread_sigmask(SIG_UNBLOCK, &bus, &before);
  was_blocked_ = sigismember(&before, SIGBUS) == 1;
}

BusErrorsUnblocked::~BusErrorsUnblocked() {
  if (!was_blocked_) return;
  sigset_t bus;
  sigemptyset(&bus);
  sigaddset(&bus, SIGBUS);
  pthread_sigmask(SIG_BLOCK, &bus, nullptr);
}

}  // namespace tdbg::capture
