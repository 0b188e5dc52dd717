#include "cli/installation.h"

#include <filesystem>
#include <initializer_list>

namespace tdbg::cli {
namespace {

namespace fs = std::filesystem;

std::string FirstThatExists(std::initializer_list<fs::path> paths) {
  for (const fs::path& path : paths) {
    std::error_code absent;
    if (fs::exists(path, absent)) return path.lexically_normal();
  }
  return "";
}

}  // namespace

Installation FindInstallation() {
  std::error_code unknown;
  const fs::path binary = fs::read_symlink("/proc/self/exe", unknown);
  const fs::path here = binary.parent_path();
  Installation found;
  found.binary = binary;
  found.capture_library =
      FirstThatExists({here / "libtdbg_tf.so", here / "../lib/tdbg/libtdbg_tf.so"});
  found.companion_sources = FirstThatExists({here / "companion-src", here / "../share/tdbg"});
  return found;
}

}  // namespace tdbg::cli
