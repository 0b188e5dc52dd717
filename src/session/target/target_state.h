// What every face shows of the program that is debugged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "query/alerts.h"
#include "store/ids.h"

namespace tdbg::session {

enum class Phase : uint8_t {
  kStarting,  // no process of it records yet
  kRunning,
  kHeld,
  kFinished,
  kFailed,    // it ended with a status other than 0
  kGrowing,   // a recording that somebody still writes
  kComplete,  // a recording that was brought to its end
  kLost       // a recording whose program ended without closing it
};

enum class StopReason : uint8_t {
  kBirth,
  kError,  // an op failed
  kAsked   // a face asked for it
};

// Where threads of the program wait, and why.
struct Stop {
  int64_t number = 0;  // of this target; none is given twice
  StopReason reason = StopReason::kAsked;
  size_t run = 0;                     // in the session
  store::EventId event;               // the tensor it is about; invalid where none was recorded
  store::ExecutionId execution;       // in which it runs; invalid where that is not known
  std::optional<query::Alert> alert;  // of a birth or an error: the one that explains the others
  std::vector<query::Alert> beside;   // the other births of the same execution

  // As surfaces write it; "" where nothing is known.
  std::string op_type;
  std::string op_name;
  std::string place;     // "train.py:54"
  std::string function;  // "loss"
  std::optional<int64_t> step;
};

struct TargetState {
  Phase phase = Phase::kStarting;
  std::optional<Stop> stop;  // while it is held
  size_t waiting = 0;        // other threads that are held and come next
  bool hold_asked = false;   // it will be held at the next op that runs
  bool detached = false;     // it is never held again
  int status = 0;            // of a program that has ended, as a shell tells it
};

// "held at Log, train.py:54 in loss(), step 2", "running", …
std::string Text(const TargetState& state);

inline bool HasEnded(Phase phase) { return phase == Phase::kFinished || phase == Phase::kFailed; }

// What happened, in the order in which it did. What it has led to is in the state.
struct TargetEvent {
  enum class Kind : uint8_t {
    kStarted,    // a process of the program has begun to record
    kGrown,      // the recording has more
    kBorn,       // a bad value was born in a process, or an op failed
    kSettled,    // the execution of a birth has ended in a process: its verdict is known
    kStepEnded,  // a step with a birth has ended in a process
    kStopped,
    kResumed,
    kSaid,  // something the user should know
    kEnded
  };
  Kind kind = Kind::kSaid;
  size_t process = 0;  // born, settled, step ended
  // Said; of a resume, for faces that did not ask for it: why it is held no more.
  std::string text = {};
};

}  // namespace tdbg::session
