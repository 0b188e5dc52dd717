#include "cli/launch_options.h"

#include <CLI/CLI.hpp>

#include "capture/settings.h"
#include "cli/byte_count.h"

namespace tdbg::cli {
namespace {

struct Setting {
  const char* flag;
  const char* key;
  const char* help;
};

constexpr Setting kSettings[] = {
    {"--mode", "mode",
     "auto (the default: every tensor checked, full statistics now and then), no_tensor, "
     "curt_health, concise_health, full_health, shape or full_tensor"},
    {"--every", "every", "In auto: full statistics on each Nth step (10)"},
    {"--op-type", "op_type", "Record only tensors of op types that match this pattern"},
    {"--name", "name", "Record only tensors of ops whose name matches this pattern"},
    {"--dtype", "dtype", "Record only tensors of dtypes that match this pattern"},
    {"--graph", "graph", "Record only tensors of graphs whose name matches this pattern"},
    {"--steps", "steps", "Record only steps A:B, B not included"},
    {"--stride", "stride", "Record only each Nth step"},
    {"--retain", "retain", "What is kept: 'steps N' (100), 'events N' or 'all'"},
    {"--budget", "budget", "Size of the trace at most, as 500MB or 2GiB (the default)"},
};

}  // namespace

void AddLaunchOptions(CLI::App* command, LaunchOptions& options) {
  command->prefix_command();  // what follows the program's name is the program's
  command->footer(
      "Behind the options: X.py, -m MODULE or an executable, and the program's own arguments.");
  command->add_option("-o", options.output, "Directory to record into");
  command->add_option("--python", options.python, "Interpreter to use (python3 of PATH)");
  command->add_flag("--as-written", options.as_written,
                    "See every tensor of the source, before TensorFlow optimises; slower");
  for (const Setting& setting : kSettings) {
    command->add_option_function<std::string>(
        setting.flag,
        [&options, key = setting.key](const std::string& value) { options.settings[key] = value; },
        setting.help);
  }
}

Status FinishLaunchOptions(const CLI::App& command, LaunchOptions& options) {
  options.program = command.remaining();
  if (!options.program.empty() && options.program[0] == "--") {
    options.program.erase(options.program.begin());
  }
  if (const auto budget = options.settings.find("budget"); budget != options.settings.end()) {
    TDBG_ASSIGN_OR_RETURN(const int64_t bytes, ParseByteCount(budget->second));
    budget->second = std::to_string(bytes);
  }
  capture::Settings scratch;
  for (const Setting& setting : kSettings) {
    const auto given = options.settings.find(setting.key);
    if (given == options.settings.end()) continue;
    const Status status = scratch.Set(setting.key, given->second);
    if (!status.ok()) return InvalidArgument("--" + status.message());
  }
  return Status::Ok();
}

}  // namespace tdbg::cli
