// A warning as JSON (docs/json.md).
#pragma once

#include "cli/json_text.h"
#include "session/warning_facts.h"

namespace tdbg::cli {

Json JsonWarning(const session::WarningFacts& facts);

}  // namespace tdbg::cli
