// An alert as JSON (docs/json.md).
#pragma once

#include "cli/json_text.h"
#include "session/alert_facts.h"

namespace tdbg::cli {

Json JsonAlert(const session::AlertFacts& facts);

}  // namespace tdbg::cli
