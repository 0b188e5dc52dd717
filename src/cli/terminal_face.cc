#include "cli/terminal_face.h"

#include <algorithm>
#include <csignal>
#include <iterator>
#include <limits>

#include <poll.h>

#include "cli/remark.h"

namespace tdbg::cli {
namespace {

using session::TargetEvent;
using Clock = TerminalFace::Clock;

constexpr auto kTwice = std::chrono::seconds(1);  // between two Ctrl-C that mean the program
constexpr auto kBetweenLooks = std::chrono::milliseconds(200);  // for something to show in the page

int MillisecondsUntil(Clock::time_point moment) {
  if (moment == Clock::time_point::max()) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(moment - Clock::now());
  return static_cast<int>(std::clamp<int64_t>(left.count(), 0, std::numeric_limits<int>::max()));
}

}  // namespace

TerminalFace::TerminalFace(Launch& launch, Wishes wishes)
    : target_(*launch.target),
      events_(target_),
      terminal_(target_.child()),
      page_(wishes.web, target_),
      conversation_(wishes.conversation) {
  terminal_.LookAtChild();  // it may have stopped before its signal could be heard
}

std::optional<TargetEvent> TerminalFace::Wait(Clock::time_point until) {
  for (;;) {
    page_.OpenIfRecording();
    if (const std::optional<TargetEvent> event = events_.Next()) {
      if (event->kind == TargetEvent::Kind::kSaid) Remark(event->text);
      if (event->kind == TargetEvent::Kind::kStopped) Talk();
      return event;
    }
    if (Clock::now() >= until) return std::nullopt;
    Poll(until);
  }
}

int TerminalFace::WaitForEnd() {
  for (;;) {
    const std::optional<TargetEvent> event = Wait();
    if (event && event->kind == TargetEvent::Kind::kEnded) return target_.state().status;
  }
}

void TerminalFace::Poll(Clock::time_point until) {
  if (page_.is_waiting()) until = std::min(until, Clock::now() + kBetweenLooks);
  pollfd waiting[] = {{signals_.fd(), POLLIN, 0}, {events_.fd(), POLLIN, 0}};
  poll(waiting, std::size(waiting), MillisecondsUntil(until));
  TakeSignals();
}

void TerminalFace::TakeSignals() {
  for (const auto& [signal, from_terminal] : signals_.Take()) {
    // What a terminal sends, all of our group have got.
    const bool passed_on = from_terminal && !target_.child().own_group();
    if (signal == SIGINT) {
      OnInterrupt(passed_on);
    } else if (signal == SIGTSTP) {
      terminal_.Suspend();
    } else if (signal == SIGCHLD) {
      terminal_.LookAtChild();
    } else if (!passed_on) {
      target_.child().Signal(signal);
    }
  }
}

void TerminalFace::OnInterrupt(bool passed_on) {
  const auto now = Clock::now();
  const bool twice = now - last_interrupt_ < kTwice;
  last_interrupt_ = now;
  // A thread that is held could not obey. Here only a page holds it.
  if (!conversation_) static_cast<void>(target_.Continue(1));
  if (passed_on) return;
  if (twice || !conversation_ || !target_.Hold().ok()) {
    static_cast<void>(target_.Interrupt());
  } else if (target_.processes() == 0) {
    Remark("the program runs no ops yet, and is held at its first; Ctrl-C again interrupts it");
  } else {
    Remark("holding the program at its next op; Ctrl-C again interrupts it");
  }
}

void TerminalFace::Talk() {
  if (!conversation_) {
    const session::TargetState state = target_.state();
    if (state.stop) {
      Remark(session::Text(state) + ", from the page; Continue there lets it go on");
    }
    return;
  }
  if (prompt_ == nullptr) prompt_ = std::make_unique<HeldPrompt>(target_);
  terminal_.Take();
  {
    const OneJob job(-target_.child().pid());
    prompt_->Talk();
  }
  terminal_.GiveBack();
}

}  // namespace tdbg::cli
