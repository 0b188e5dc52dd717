// What is to be said at the end of a program: its births, over all of its processes.
#pragma once

#include <string_view>
#include <vector>

#include "session/allowed_births.h"
#include "session/session.h"

namespace tdbg::session {

struct FoundAlert {
  RunView* run = nullptr;
  query::Alert alert;
};

struct Findings {
  // Unmasked origins, the first in time first; in its execution those that the user wrote come
  // before gradients.
  std::vector<FoundAlert> births;
  std::vector<FoundAlert> allowed;  // births that the user said are intended
  std::vector<FoundAlert> masked;
  std::vector<FoundAlert> handled;  // that the program expects and deals with
};

// The runs of one start, whose directory may hold others; good until the session's next Refresh.
std::vector<RunView*> RunsOf(Session& session, std::string_view job);

// The births and masked values of all these runs.
Findings Find(const std::vector<RunView*>& runs, const AllowedBirths& allowed);

// Whether a birth stays one, whatever a program that still runs will record: in an execution that
// runs the value may yet be masked or handled, and of an eager one the program may have to ask
// first.
bool IsDecided(const FoundAlert& birth);

// Where the program was ended, seen from its first birth.
enum class EndedIn { kStep, kExecution };

// Leaves out what came after the step (or the execution) in which the first birth of its process
// was. A program that is ended at a birth runs on for a moment, and how long that was says nothing
// about the program.
void KeepUpToFirstBirth(Findings& findings, EndedIn ended);

}  // namespace tdbg::session
