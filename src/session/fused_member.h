// Which of the ops that the runtime put together in one made a bad value, and where the user wrote
// it.
#pragma once

#include <optional>
#include <string_view>

#include "query/cause/fused_work.h"
#include "query/source_line.h"
#include "session/session.h"

namespace tdbg::session {

struct FusedMember {
  query::FusedFinding finding;
  store::OpId op;            // as written; invalid where that is not known
  std::string_view name;     // of it; "" where that is not known
  std::string_view op_type;  // as written, where that is known
  std::optional<query::SourceLine> line;
};

class RecordedOp;

// `op` is the one that ran, asked about what it made bad. nullopt for an op that is none of
// several, and where it cannot be told.
std::optional<FusedMember> MemberThatBroke(const store::Run& run, const RecordedOp& op);

}  // namespace tdbg::session
