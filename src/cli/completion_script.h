// Scripts by which a shell completes what is typed behind tdbg.
#pragma once

#include <string>
#include <vector>

#include "cli/subcommand.h"

namespace tdbg::cli {

std::string BashCompletion(const std::vector<Subcommand>& subcommands);
std::string ZshCompletion(const std::vector<Subcommand>& subcommands);
std::string FishCompletion(const std::vector<Subcommand>& subcommands);

}  // namespace tdbg::cli
