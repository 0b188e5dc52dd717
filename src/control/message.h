// The words of the control channel, a line each. Both ends speak version 2.
//
// From the debuggee:
//   hello 2 PID CAPABILITIES RUN_DIRECTORY     CAPABILITIES: words with commas between them
//   birth EXECUTION OP SLOT TIME_NS
//   error EXECUTION OP TIME_NS
//   held STOP REASON EXECUTION OP SLOT TIME_NS a thread waits; REASON: birth, error, hold or end
//   resumed STOP                               it runs on
//   settled EXECUTION STEP                     the execution has ended
//   step STEP                                  the step has ended
//   answer REQUEST ok
//   answer REQUEST refused WHY
//   bye
//
// From the debugger, each with a number of its own that the answer repeats:
//   REQUEST go STOP              the thread that is held there may run on
//   REQUEST hold                 hold the next thread that has run an op
//   REQUEST hold_end EXECUTION   hold the thread that ends this execution
//   REQUEST stop 0|1             hold threads at births and errors, or not
//   REQUEST detach               never hold again
//
// A debuggee says "settled" and "step" only of executions and steps with a birth. What it does not
// understand it refuses in words, and nothing changes. A debugger passes over reports that it does
// not know: a newer debuggee of the same version may say more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace tdbg::control {

inline constexpr int64_t kProtocolVersion = 2;

// What a debuggee can do beyond telling what happens.
inline constexpr std::string_view kCanHold = "hold";           // hold, go, stop, detach
inline constexpr std::string_view kCanHoldAtEnd = "hold_end";  // of an execution

enum class HoldReason : uint8_t {
  kBirth,
  kError,
  kHold,  // the debugger asked for it
  kEnd    // of an execution, as the debugger asked
};

struct Report {
  enum class Kind : uint8_t {
    kHello,
    kBirth,
    kError,
    kHeld,
    kResumed,
    kSettled,
    kStep,
    kAnswer,
    kBye
  };
  Kind kind = Kind::kBye;
  int64_t version = kProtocolVersion;          // hello
  int64_t pid = 0;                             // hello
  std::vector<std::string> capabilities = {};  // hello
  std::string run_directory = {};              // hello
  int64_t execution = 0;                       // birth, error, held, settled
  int64_t op = 0;                              // birth, error, held
  int64_t slot = 0;                            // birth, held
  int64_t time_ns = 0;                         // birth, error, held; 0: nothing was recorded there
  int64_t step = 0;                            // settled, step
  int64_t stop = 0;                            // held, resumed: a number for each time
  HoldReason reason = HoldReason::kBirth;      // held
  int64_t request = 0;                         // answer: which one
  std::string refusal = {};                    // answer: why not; "" where it was obeyed

  bool operator==(const Report&) const = default;
};

struct Command {
  enum class Kind : uint8_t { kGo, kHold, kHoldEnd, kStop, kDetach };
  Kind kind = Kind::kGo;
  int64_t stop = 0;       // go
  int64_t execution = 0;  // hold_end
  bool on = false;        // stop

  bool operator==(const Command&) const = default;
};

// A command with its number.
struct Request {
  int64_t number = 0;
  Command command;

  bool operator==(const Request&) const = default;
};

// With the newline.
std::string ToLine(const Report& report);
std::string ToLine(const Request& request);

// Without it. Any text is safe to give. nullopt: a report that is not known. A hello of another
// version says its version and nothing else.
Result<std::optional<Report>> ParseReport(std::string_view line);
Result<Request> ParseRequest(std::string_view line);

// The number at the beginning of a request, also of one that is not understood; 0 if there is none.
int64_t NumberOf(std::string_view request);

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
