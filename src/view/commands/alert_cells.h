// Alerts in tables: the same words, marks and links everywhere.
#pragma once

#include <optional>

#include "session/alert_facts.h"
#include "view/document.h"

namespace tdbg::view {

Cell VerdictCell(Verdict verdict);                             // "●"
Cell KindCell(const std::optional<session::BadKind>& kind);    // "NaN"
Cell PlaceCell(const std::optional<query::SourceLine>& line);  // "train.py:53"
Cell FileCell(const std::optional<query::SourceLine>& line);   // hidden columns: for programs

}  // namespace tdbg::view
