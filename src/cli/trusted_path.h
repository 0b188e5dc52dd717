// Whether what lies at a path can only be the user's own, or the system's.
#pragma once

#include <string>

#include "base/status.h"

namespace tdbg::cli {

// `path` without its links, if it and all folders above it belong to the user or to root and nobody
// else may write to them (but to folders above it in which one may only remove what is one's own,
// as /tmp is). The error says who else could have put something there.
Result<std::string> TrustedPath(const std::string& path);

}  // namespace tdbg::cli
