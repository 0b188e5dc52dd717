#include "cli/plugin_chain.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

#include <stdlib.h>

namespace tdbg::cli {
namespace {

namespace fs = std::filesystem;

// The hook looks for the capture library beside itself, so that is linked, too.
std::vector<fs::path> LibrariesIn(const fs::path& folder, bool only_ours) {
  std::vector<fs::path> paths;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename();
    const bool library = name.find(".so") != name.npos;
    if (library && (!only_ours || name.starts_with("libtdbg_"))) paths.push_back(it->path());
  }
  return paths;
}

}  // namespace

Result<PluginChain> PluginChain::Make(const std::string& hook, const std::string& theirs) {
  std::error_code error;
  std::string folder = fs::temp_directory_path(error) / "tdbg-plugins-XXXXXX";
  if (mkdtemp(folder.data()) == nullptr) {
    return Unreadable("cannot make " + folder + ": " + std::strerror(errno));
  }
  PluginChain chain;
  chain.folder_ = folder;
  std::vector<fs::path> libraries = LibrariesIn(fs::path(hook).parent_path(), true);
  if (fs::is_directory(theirs, error)) {
    for (fs::path& path : LibrariesIn(theirs, false)) libraries.push_back(std::move(path));
  } else {
    libraries.emplace_back(theirs);
  }
  for (const fs::path& library : libraries) {
    fs::create_symlink(fs::absolute(library, error), fs::path(folder) / library.filename(), error);
    if (error) return Unreadable("cannot link " + library.string() + ": " + error.message());
  }
  return chain;
}

PluginChain::~PluginChain() {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

}  // namespace tdbg::cli
