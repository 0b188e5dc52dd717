#include <cstdio>
#include <optional>

#include "cli/companion_cache.h"
#include "cli/exit_status.h"
#include "cli/installation.h"
#include "cli/subcommands.h"
#include "cli/tensorflow_package.h"

namespace tdbg::cli {
namespace {

struct PrepareOptions {
  std::string python;  // interpreter; "" for the python3 of PATH
};

Result<int> Prepare(const PrepareOptions& options) {
  const std::string python = options.python.empty() ? "python3" : options.python;
  TDBG_ASSIGN_OR_RETURN(const std::optional<TensorFlowPackage> package, TensorFlowOfPython(python));
  if (!package)
    return NotFound("TensorFlow is not installed for " + python +
                    "; name another interpreter with --python");
  TDBG_RETURN_IF_ERROR(CheckVersion(*package));
  TDBG_ASSIGN_OR_RETURN(Companion companion,
                        PrepareCompanion(*package, FindInstallation().companion_sources));
  companion.Keep();
  std::printf("%s\n", companion.path().c_str());
  return kExitFine;
}

}  // namespace

Subcommand PrepareCommand() {
  auto options = std::make_shared<PrepareOptions>();
  return {
      .name = "prepare",
      .purpose = "Compile now what the first run with a TensorFlow would, and print where it lies",
      .description =
          {"The part of tdbg that looks into a TensorFlow is compiled once for each "
           "version of it, which takes a while. This does it ahead of time, for an image "
           "of a container say."},
      .options = {{.name = "--python",
                   .value = "FILE",
                   .help = "Interpreter to use (python3 of PATH)",
                   .target = &options->python}},
      .statuses = {{"0", "it is there"}},
      .examples = {{"tdbg prepare --python .venv/bin/python", "for the TensorFlow of that one"}},
      .run = [options] { return Prepare(*options); },
  };
}

}  // namespace tdbg::cli
