#include <cstdio>
#include <optional>

#include "cli/commands.h"
#include "cli/companion_cache.h"
#include "cli/exit_status.h"
#include "cli/installation.h"
#include "cli/tensorflow_package.h"

namespace tdbg::cli {

Result<int> RunPrepare(const PrepareOptions& options) {
  const std::string python = options.python.empty() ? "python3" : options.python;
  TDBG_ASSIGN_OR_RETURN(const std::optional<TensorFlowPackage> package, TensorFlowOfPython(python));
  if (!package) return NotFound("TensorFlow is not installed for " + python);
  TDBG_RETURN_IF_ERROR(CheckVersion(*package));
  TDBG_ASSIGN_OR_RETURN(const std::string companion,
                        PrepareCompanion(*package, FindInstallation().companion_sources));
  std::printf("%s\n", companion.c_str());
  return kExitFine;
}

}  // namespace tdbg::cli
