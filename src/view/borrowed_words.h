// Words of gdb's and tfdbg's that are no commands here, and what to type instead.
#pragma once

#include <optional>
#include <string_view>

#include "base/status.h"

namespace tdbg::view {

// The one line for a word that asks something of a program, where there is only a recording.
Status NeedsLivingProgram(std::string_view word);

// nullopt for a word that nobody knows. `living`: a program is held.
std::optional<Status> AnswerToBorrowedWord(std::string_view word, bool living);

}  // namespace tdbg::view
