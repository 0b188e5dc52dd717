// The words of the command line, given to the subcommand that they ask for.
#pragma once

#include <vector>

#include "cli/subcommand.h"

namespace tdbg::cli {

// Parses and runs; the exit status. Mistakes become one line on standard error.
int RunCommandLine(const std::vector<Subcommand>& subcommands, int argc, char** argv);

}  // namespace tdbg::cli
