// Any text as a path in a tfdbg1 dump: a name that is understood is the one its parts make, and no
// node leads out of the dump.
#include <string>

#include "fuzz/expectations.h"
#include "importers/tfdbg1/dump_layout.h"
#include "importers/tfdbg1/dump_name.h"

namespace tdbg::fuzz {
namespace {

using namespace importers::tfdbg1;  // NOLINT: this file is about nothing else

std::string Moment(const DumpName& name) {
  const std::string time = "_" + std::to_string(name.time_us);
  return name.suffix == 0 ? time : time + "-" + std::to_string(name.suffix);
}

void ReadFileName(std::string_view text) {
  if (const auto name = ParseDumpName(text)) {
    ExpectInside(name->leaf, text);
    TDBG_CHECK(name->slot >= 0 && name->time_us >= 0 && name->time_us <= kMaxTimeUs);
    TDBG_CHECK(text == std::string(name->leaf) + "_" + std::to_string(name->slot) + "_" +
                           std::string(name->debug_op) + Moment(*name));
  }
  if (const auto name = ParseIoDumpName(text)) {
    TDBG_CHECK(name->io != Io::kNone);
    TDBG_CHECK(text == std::string(name->leaf) + (name->io == Io::kInput ? ":in:" : ":out:") +
                           std::to_string(name->slot) + Moment(*name));
  }
  if (const auto name = ParseMetadataName(text)) {
    TDBG_CHECK(name->session_run_index >= 0 && name->time_us >= 0);
  }
  if (const auto time_us = ParseGraphTime(text)) {
    TDBG_CHECK(text.ends_with("_" + std::to_string(*time_us)));
  }
  TDBG_CHECK(!IsRunDirectory(text) || text.starts_with("run_"));
}

void ReadNodeName(std::string_view device_directory, std::string_view node) {
  const auto path = ResolveNodePath(device_directory, node);
  if (!path) return;
  std::string_view folders = std::string_view(*path).substr(0, path->rfind('/') + 1);
  while (!folders.empty()) {
    const std::string_view folder = folders.substr(0, folders.find('/'));
    TDBG_CHECK(folder != ".." && folder != "." && !folder.empty());
    folders.remove_prefix(folder.size() + 1);
  }
}

}  // namespace
}  // namespace tdbg::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tdbg::fuzz;
  const std::string_view path = AsText(data, size);
  const size_t first = std::min(path.find('/'), path.size()), last = path.rfind('/');
  ReadFileName(path.substr(last + 1));  // npos + 1 is 0
  ReadNodeName("device", path);
  ReadNodeName("device", path.substr(std::min(first + 1, path.size())));
  const std::string device = UnmangleDevice(path.substr(0, first));
  TDBG_CHECK(MangleDevice(device).starts_with(kDevicePrefix));
  TDBG_CHECK(MangleDevice(device).find_first_of(":/") == std::string::npos);
  return 0;
}
