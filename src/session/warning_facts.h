// What every surface says of one warning.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "query/source_line.h"
#include "query/warnings.h"
#include "session/session.h"

namespace tdbg::session {

// Views live as long as the run.
struct WarningFacts {
  query::Warning warning;
  std::string_view run;
  std::string name;     // of the tensor when the trouble began: "train_step::Relu:0#3"
  std::string_view op;  // empty for an eager op
  std::string_view op_type;
  std::string_view written_type;  // that the user wrote; it may have run as another
  std::string_view graph;
  std::optional<query::SourceLine> line;  // of a gradient: of the op that it differentiates
  std::optional<std::string> forward;     // of a gradient: that op, or the scope of several
  std::string text;                       // one sentence: "all 4096 elements are zero"
  std::string sure;  // "counted in all 12 measured steps, 0 to 20"; "likely: …"
};

WarningFacts Describe(RunView& run, const query::Warning& warning);

std::vector<WarningFacts> WarningsOf(RunView& run);
std::vector<WarningFacts> WarningsOf(const std::vector<RunView*>& runs);

// What of the run warnings do not know, and which recording would tell it; empty where nothing is
// missing.
std::vector<std::string> Unseen(RunView& run);

}  // namespace tdbg::session
