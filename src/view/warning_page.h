// Warnings as lines: the same in the prompt and at the end of a program.
#pragma once

#include <string_view>
#include <vector>

#include "session/warning_facts.h"
#include "view/document.h"

namespace tdbg::view {

inline constexpr char kWarningMark[] = "△";

// "dead units", of WarningName.
std::string WarningWords(query::WarningKind kind);

// Three lines for each; names and lines lead on.
void SayWarnings(const std::vector<session::WarningFacts>& warnings, Document& page);

// All warnings of the run, and what they do not know.
Document WarningPage(session::RunView& run);

}  // namespace tdbg::view
