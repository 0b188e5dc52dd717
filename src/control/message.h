// The words of the control channel, a line each. Both ends speak version 1.
//
// From the debuggee:                          From the debugger:
//   hello 1 PID RUN_DIRECTORY                   go         the held thread may run on
//   birth EXECUTION OP SLOT TIME_NS             hold       hold the next thread that runs an op
//   error EXECUTION OP TIME_NS                  detach     never hold again
//   held birth|error|hold                       stop 0|1   hold at births and errors, or not
//   settled EXECUTION STEP
//   step STEP                 it has ended
//   bye
//
// A debuggee says "settled" and "step" only of executions and steps with a birth.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/status.h"

namespace tdbg::control {

inline constexpr int64_t kProtocolVersion = 1;

enum class HoldReason : uint8_t { kBirth, kError, kHold };

struct Report {
  enum class Kind : uint8_t { kHello, kBirth, kError, kHeld, kSettled, kStep, kBye };
  Kind kind = Kind::kBye;
  int64_t version = kProtocolVersion;      // hello
  int64_t pid = 0;                         // hello
  std::string run_directory = {};          // hello
  int64_t execution = 0;                   // birth, error, settled
  int64_t op = 0;                          // birth, error
  int64_t slot = 0;                        // birth
  int64_t time_ns = 0;                     // birth, error
  int64_t step = 0;                        // settled, step
  HoldReason reason = HoldReason::kBirth;  // held

  bool operator==(const Report&) const = default;
};

struct Command {
  enum class Kind : uint8_t { kGo, kHold, kDetach, kStop };
  Kind kind = Kind::kGo;
  bool on = false;  // stop

  bool operator==(const Command&) const = default;
};

// With the newline.
std::string ToLine(const Report& report);
std::string ToLine(const Command& command);

// Without it. Any text is safe to give.
Result<Report> ParseReport(std::string_view line);
Result<Command> ParseCommand(std::string_view line);

// Cuts what a socket brings into lines.
class LineBuffer {
 public:
  static constexpr size_t kLongestLine = 16 * 1024;

  void Add(std::string_view bytes) { bytes_ += bytes; }

  // False if there is no whole line yet.
  bool Next(std::string* line);

  // More bytes without a newline than any line has: the other end does not speak our language.
  bool overlong() const { return bytes_.size() > kLongestLine; }

 private:
  std::string bytes_;
};

}  // namespace tdbg::control
