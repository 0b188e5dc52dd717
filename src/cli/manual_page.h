// Manual pages, as man(1) reads them.
#pragma once

#include <string>
#include <vector>

#include "cli/subcommand.h"

namespace tdbg::cli {

// tdbg(1), which lists the subcommands.
std::string ManualPage(const std::vector<Subcommand>& subcommands);

// tdbg-NAME(1).
std::string ManualPage(const Subcommand& subcommand);

}  // namespace tdbg::cli
