// The terminal as a device: its size, what is typed on it, and raw mode.
#pragma once

#include <string>
#include <string_view>

#include <termios.h>

#include "prompt/screen_size.h"

namespace tdbg::prompt {

// 80 by 24 where the terminal does not tell.
ScreenSize SizeOf(int fd);

// Ends the Wait that is going on, or the next one. May be called by a signal handler.
void WakeTerminal();

// Where a conversation takes place. `end` becomes readable when somebody else ends it, and stays
// so: it is waited for, never read. -1: nobody does.
struct TerminalFds {
  int in = -1;
  int out = -1;
  int end = -1;
};

// While it lives, the terminal hands over each byte as it is typed and echoes nothing. What it was
// before comes back with the end of the object, with exit(), and when a signal ends the process.
// There is one at a time.
class RawTerminal {
 public:
  enum class CtrlC { kIsByte, kIsSignal };

  // `enter` is written now, `leave` whenever raw mode ends; both are literals.
  RawTerminal(TerminalFds fds, CtrlC ctrl_c, std::string_view enter, std::string_view leave);
  ~RawTerminal();
  RawTerminal(const RawTerminal&) = delete;
  RawTerminal& operator=(const RawTerminal&) = delete;

  bool ok() const { return ok_; }  // false: `in` is no terminal, and nothing was changed

  enum class Event {
    kBytes,
    kWoken,    // the size may have changed, or WakeTerminal was called
    kResumed,  // the process was stopped and goes on; something else may be on the screen
    kTimeout,
    kGone,  // nobody will type any more
    kEndedFromOutside,
  };
  // `bytes` is what was typed. Without a timeout (-1) it waits for ever.
  Event Wait(int timeout_ms, std::string& bytes);

  void Write(std::string_view text);

  // Stops the process and its group as Ctrl-Z does elsewhere. Returns when they go on.
  void Suspend();

 private:
  void Enter();
  void Leave();

  TerminalFds fds_;
  CtrlC ctrl_c_;
  std::string_view enter_;
  bool ok_ = false;
};

}  // namespace tdbg::prompt
