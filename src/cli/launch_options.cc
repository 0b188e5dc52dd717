#include "cli/launch_options.h"

#include "capture/settings.h"
#include "cli/byte_count.h"

namespace tdbg::cli {
namespace {

struct Setting {
  const char* flag;
  const char* key;
  const char* value;
  const char* help;
};

constexpr Setting kSettings[] = {
    {"--mode", "mode", "auto|no_tensor|curt_health|concise_health|full_health|shape|full_tensor",
     "What is recorded of a tensor; auto (the default) checks every one, with full statistics now "
     "and then"},
    {"--every", "every", "N", "In auto: full statistics on each Nth step (10)"},
    {"--op-type", "op_type", "PATTERN", "Record only tensors of op types that match this pattern"},
    {"--name", "name", "PATTERN", "Record only tensors of ops whose name matches this pattern"},
    {"--dtype", "dtype", "PATTERN", "Record only tensors of dtypes that match this pattern"},
    {"--graph", "graph", "PATTERN",
     "Record only tensors of graphs whose name matches this pattern"},
    {"--steps", "steps", "A:B", "Record only steps A:B, B not included"},
    {"--stride", "stride", "N", "Record only each Nth step"},
    {"--retain", "retain", "HOW", "What is kept: 'steps N' (100), 'events N' or 'all'"},
    {"--budget", "budget", "SIZE", "Size of the trace at most, as 500MB or 2GiB (the default)"},
};

}  // namespace

std::vector<Option> WithLaunchOptions(LaunchOptions& launch, std::vector<Option> own) {
  std::vector<Option> options = std::move(own);
  options.push_back({.name = "-o",
                     .value = "DIRECTORY",
                     .help = "Directory to record into",
                     .target = &launch.output});
  options.push_back({.name = "--python",
                     .value = "FILE",
                     .help = "Interpreter to use (python3 of PATH)",
                     .target = &launch.python});
  options.push_back({.name = "--as-written",
                     .help = "See every tensor of the source, before TensorFlow optimises; slower",
                     .target = &launch.as_written});
  options.push_back({.name = "--allow",
                     .value = "FILTER",
                     .help = "A filter: bad values that it matches are intended, as "
                             "'name =~ \"mask\"'; more of them may stand in .tdbg/allow",
                     .target = &launch.allow});
  for (const Setting& setting : kSettings) {
    const auto keep = [&launch, key = setting.key](const std::string& value) {
      launch.settings[key] = value;
    };
    options.push_back(
        {.name = setting.flag, .value = setting.value, .help = setting.help, .target = keep});
  }
  return options;
}

Option PageFlag(bool* web) {
  return {.name = "--web", .help = "Show it in a page while it runs, until Ctrl-C", .target = web};
}

Status CheckLaunchOptions(LaunchOptions& launch) {
  if (const auto budget = launch.settings.find("budget"); budget != launch.settings.end()) {
    TDBG_ASSIGN_OR_RETURN(const int64_t bytes, ParseByteCount(budget->second));
    budget->second = std::to_string(bytes);
  }
  capture::Settings scratch;
  for (const Setting& setting : kSettings) {
    const auto given = launch.settings.find(setting.key);
    if (given == launch.settings.end()) continue;
    const Status status = scratch.Set(setting.key, given->second);
    if (!status.ok()) return InvalidArgument("--" + status.message());
  }
  return Status::Ok();
}

}  // namespace tdbg::cli
