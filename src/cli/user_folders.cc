#include "cli/user_folders.h"

#include <cstdlib>
#include <cstring>

#include "base/private_directory.h"

namespace tdbg::cli {
namespace {

Result<std::string> OurFolder(const char* variable, const char* below_home) {
  const char* const base = std::getenv(variable);
  const char* const home = std::getenv("HOME");
  std::string parent;
  if (base != nullptr && *base == '/') {
    parent = base;
  } else if (home != nullptr && *home == '/') {
    parent = std::string(home) + below_home;
  } else {
    return NotFound(std::string("neither ") + variable + " nor HOME names a folder");
  }
  const std::string folder = parent + "/tdbg";
  if (const int error = MakePrivateDirectory(folder); error != 0) {
    return Unreadable("cannot make " + folder + ": " + std::strerror(error));
  }
  return folder;
}

}  // namespace

Result<std::string> StateFolder() { return OurFolder("XDG_STATE_HOME", "/.local/state"); }
Result<std::string> CacheFolder() { return OurFolder("XDG_CACHE_HOME", "/.cache"); }

}  // namespace tdbg::cli
