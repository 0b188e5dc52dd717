// The terminal as one face of a living program: the signals it sends, the prompt where there is
// somebody to talk with, remarks, and the page beside it.
#pragma once

#include <chrono>
#include <memory>
#include <optional>

#include "cli/held_prompt.h"
#include "cli/launch.h"
#include "cli/live_page.h"
#include "cli/signal_watch.h"
#include "cli/terminal_share.h"
#include "session/target/event_queue.h"

namespace tdbg::cli {

class TerminalFace {
 public:
  using Clock = std::chrono::steady_clock;

  struct Wishes {
    bool conversation = false;  // talk with the user where the program is held
    bool web = false;           // open a page once there is something to show
  };
  // The launch outlives the face.
  TerminalFace(Launch& launch, Wishes wishes);

  // The next thing that happens to the program; nullopt if that is nothing until then. What the
  // user is to know has been said, and where the program was held they have been talked with.
  std::optional<session::TargetEvent> Wait(Clock::time_point until = Clock::time_point::max());

  // Whatever happens on the way; the program's status.
  int WaitForEnd();

  // Whether a stop was shown at the prompt.
  bool has_talked() const { return prompt_ != nullptr; }

  // An open page stays until Ctrl-C.
  void StayUntilInterrupted() { page_.StayUntilInterrupted(); }

 private:
  void Poll(Clock::time_point until);
  void TakeSignals();
  void OnInterrupt(bool passed_on);
  void Talk();

  session::Target& target_;
  SignalWatch signals_;
  session::EventQueue events_;
  TerminalShare terminal_;
  LivePage page_;
  const bool conversation_;
  std::unique_ptr<HeldPrompt> prompt_;
  Clock::time_point last_interrupt_ = {};
};

}  // namespace tdbg::cli
