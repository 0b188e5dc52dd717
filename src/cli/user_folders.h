// Folders that the XDG base directory specification gives to each user.
#pragma once

#include <string>

#include "base/status.h"

namespace tdbg::cli {

// $XDG_STATE_HOME/tdbg or ~/.local/state/tdbg, and $XDG_CACHE_HOME/tdbg or ~/.cache/tdbg: made
// where they are missing, for nobody else to enter.
Result<std::string> StateFolder();
Result<std::string> CacheFolder();

}  // namespace tdbg::cli
