#include <cstdio>

#include "base/printable.h"
#include "cli/exit_status.h"
#include "cli/subcommands.h"
#include "cli/terminal_text.h"
#include "importers/native/pack_run.h"

namespace tdbg::cli {
namespace {

struct PackOptions {
  std::string path;
};

using importers::native::PackedRun;

std::string SizeText(uint64_t bytes) {
  char text[32];
  const auto size = static_cast<double>(bytes);
  if (bytes < 10'000) {
    std::snprintf(text, sizeof text, "%llu B", static_cast<unsigned long long>(bytes));
  } else if (bytes < 10'000'000) {
    std::snprintf(text, sizeof text, "%.0f kB", size / 1e3);
  } else {
    std::snprintf(text, sizeof text, "%.1f MB", size / 1e6);
  }
  return text;
}

void PrintRun(const PackedRun& run) {
  std::printf("run %s: ", Inked(view::Style::kStrong, Printable(run.name)).c_str());
  if (!run.alive.empty()) {
    std::printf("left alone, %s\n", run.alive.c_str());
    return;
  }
  if (run.segments == 0 && run.left.empty()) {
    std::printf("nothing to pack, %s\n", SizeText(run.bytes_after).c_str());
    return;
  }
  std::printf("%s packed, %s to %s", Counted(run.segments, "segment").c_str(),
              SizeText(run.bytes_before).c_str(), SizeText(run.bytes_after).c_str());
  if (run.events > 0) {
    const auto events = static_cast<double>(run.events);
    std::printf("; %s, %.1f to %.1f bytes each", Counted(run.events, "tensor event").c_str(),
                static_cast<double>(run.event_bytes_before) / events,
                static_cast<double>(run.event_bytes_after) / events);
  }
  std::printf("\n");
  for (const std::string& left : run.left) std::printf("  left as it is: %s\n", left.c_str());
}

Result<int> Pack(const PackOptions& options) {
  TDBG_ASSIGN_OR_RETURN(const auto runs, importers::native::PackTrace(options.path));
  for (const PackedRun& run : runs) PrintRun(run);
  return kExitFine;
}

}  // namespace

Subcommand PackCommand() {
  auto options = std::make_shared<PackOptions>();
  return {
      .name = "pack",
      .purpose = "Make a finished trace small; it is read as before",
      .description = {"Compresses the files of a tdbg trace in place. Runs whose program still "
                      "records are left alone."},
      .options = {{.name = "PATH",
                   .value = "DIRECTORY",
                   .help = "tdbg trace, or one run of it",
                   .target = &options->path,
                   .required = true}},
      .statuses = {{"0", "everything that can be packed is packed"}},
      .examples = {{"tdbg pack trace", "says of each run how small it became"}},
      .run = [options] { return Pack(*options); },
  };
}

}  // namespace tdbg::cli
