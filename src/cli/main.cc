// tdbg: the command line.
#include "base/file_mapping.h"
#include "cli/command_line.h"
#include "cli/subcommands.h"

int main(int argc, char** argv) {
  tdbg::KeepMappingsReadable();
  return tdbg::cli::RunCommandLine(tdbg::cli::Subcommands(), argc, argv);
}
