// Births that the user wants to hear no more of: those of one op, or those of one source line.
#pragma once

#include <cstdint>
#include <string>

#include "base/status.h"
#include "query/alerts.h"
#include "session/op_lookup.h"
#include "session/session.h"

namespace tdbg::session {

// Names, not ids: the op is meant in other processes, too, and in a graph that is traced again.
struct IgnoredBirths {
  std::string graph;  // "" for a nameless one
  std::string op;     // "" where a line is meant
  std::string file;
  int32_t line = 0;

  bool operator==(const IgnoredBirths&) const = default;

  std::string Text() const;  // "train::Log", "train.py:54"
  bool Cover(RunView& run, const query::Alert& alert) const;
};

// Those of the op; for an eager execution, which has no name that would come again, those of the
// line that asked for it. The mistake: an execution of which no line is known.
Result<IgnoredBirths> BirthsOf(const store::Run& run, const Subject& subject);

// Those of the innermost line of the user's. The mistakes: no such file, nothing that the line
// made.
Result<IgnoredBirths> BirthsOfLine(RunView& run, const std::string& file, int32_t line);

}  // namespace tdbg::session
