// tdbg: the command line.
#include "cli/command_line.h"
#include "cli/subcommands.h"

int main(int argc, char** argv) {
  return tdbg::cli::RunCommandLine(tdbg::cli::Subcommands(), argc, argv);
}
