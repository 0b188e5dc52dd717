// Whose a source file is, by its path.
#pragma once

#include <string_view>

namespace tdbg {

// Whether a file is the user's: not below site-packages, dist-packages, the standard library or
// tdbg, and not generated.
bool IsUsersFile(std::string_view path);

// What counts as the user's where nothing else of a stack is.
bool IsOutsideFrameworks(std::string_view path);

}  // namespace tdbg
