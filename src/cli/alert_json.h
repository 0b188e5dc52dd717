// An alert as JSON (docs/json.md).
#pragma once

#include "cli/json_text.h"
#include "query/cause/pattern.h"
#include "session/alert_facts.h"

namespace tdbg::cli {

// `pattern`: that of its cause, where it is a birth.
Json JsonAlert(const session::AlertFacts& facts, const std::optional<query::Pattern>& pattern);

}  // namespace tdbg::cli
