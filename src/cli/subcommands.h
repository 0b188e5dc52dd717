// The subcommands of tdbg, each declared by the file of its name.
#pragma once

#include <vector>

#include "cli/subcommand.h"

namespace tdbg::cli {

Subcommand RunCommand();
Subcommand RecordCommand();
Subcommand CheckCommand();
Subcommand OpenCommand();
Subcommand ServeCommand();
Subcommand InfoCommand();
Subcommand AlertsCommand();
Subcommand DumpCommand();
Subcommand ConvertCommand();
Subcommand PackCommand();
Subcommand PrepareCommand();
Subcommand GenerateCommand();

// All of them, in the order in which help lists them.
std::vector<Subcommand> Subcommands();

inline constexpr char kPurpose[] =
    "tdbg, the tensor debugger: where did the first bad value come from?";

}  // namespace tdbg::cli
