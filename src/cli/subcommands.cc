#include "cli/subcommands.h"

namespace tdbg::cli {

std::vector<Subcommand> Subcommands() {
  return {RunCommand(),     RecordCommand(), CheckCommand(),   OpenCommand(),
          ServeCommand(),   InfoCommand(),   AlertsCommand(),  DumpCommand(),
          ConvertCommand(), PackCommand(),   PrepareCommand(), GenerateCommand()};
}

}  // namespace tdbg::cli
