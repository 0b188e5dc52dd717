// What of a program nobody could look at: bad values may have been born there that nobody saw.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "session/target/target.h"

namespace tdbg::session {

struct BlindSpot {
  std::string name;  // a fixed word: that of a loss, or one of those below
  int64_t count = 1;
  std::string text;  // one sentence for a person
};

// Of a process that loaded a framework and was not recorded.
inline constexpr char kUnseenProcess[] = "unseen_process";
// No process recorded, and whether one could have is not known.
inline constexpr char kNothingRecorded[] = "nothing_recorded";
// No process loaded a framework, so that nothing can have been born. Still nothing was looked at.
inline constexpr char kNoFramework[] = "no_framework";

// Of a program that has ended. `runs` are those of this start, in the session of `reading`.
std::vector<BlindSpot> BlindSpotsOf(Target& target, const Target::Reading& reading,
                                    const std::vector<RunView*>& runs);

}  // namespace tdbg::session
