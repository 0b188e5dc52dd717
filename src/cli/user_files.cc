#include "cli/user_files.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>

namespace tdbg::cli {
namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

// "~/x" is x in the user's home, as a shell would have it.
std::string Expanded(const std::string& path) {
  const char* const home = std::getenv("HOME");
  return path.starts_with("~/") && home != nullptr ? home + path.substr(1) : path;
}

}  // namespace

Result<std::string> UserFiles::Read(const std::string& path) {
  const File file(std::fopen(Expanded(path).c_str(), "rbe"));
  if (file == nullptr) return Unreadable("cannot read " + path + ": " + std::strerror(errno));
  std::string bytes;
  char part[1 << 16];
  while (const size_t count = std::fread(part, 1, sizeof(part), file.get())) {
    bytes.append(part, count);
  }
  if (std::ferror(file.get()) != 0) {
    return Unreadable("cannot read " + path + ": " + std::strerror(errno));
  }
  return bytes;
}

std::vector<std::string> UserFiles::List(const std::string& prefix) {
  namespace fs = std::filesystem;
  const size_t slash = prefix.rfind('/');
  const std::string shown = slash == std::string::npos ? "" : prefix.substr(0, slash + 1);
  const std::string begun = prefix.substr(shown.size());
  std::vector<std::string> paths;
  std::error_code error;
  const fs::path directory = shown.empty() ? "." : Expanded(shown);
  for (fs::directory_iterator it(directory, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename();
    // Hidden files only for those who ask.
    if (!name.starts_with(begun) || (name.starts_with('.') && begun.empty())) continue;
    std::error_code unknown;
    paths.push_back(shown + name + (it->is_directory(unknown) ? "/" : ""));
  }
  return paths;
}

Status UserFiles::Write(const std::string& path, std::string_view bytes, bool append) {
  if (path == SettingsPath()) {
    // Our own place, so we make it; anywhere else a missing directory is a slip of the user's.
    std::error_code unmade;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), unmade);
  }
  File file(std::fopen(Expanded(path).c_str(), append ? "abe" : "wbe"));
  if (file == nullptr) return Unreadable("cannot write " + path + ": " + std::strerror(errno));
  const bool whole = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
  // A full disk may show only when the last bytes go out.
  if (std::fclose(file.release()) != 0 || !whole) {
    return Unreadable("cannot write all of " + path + ": " + std::strerror(errno));
  }
  return Status::Ok();
}

std::string SettingsPath() {
  const char* const config = std::getenv("XDG_CONFIG_HOME");
  if (config != nullptr && *config == '/') return std::string(config) + "/tdbg/config.json";
  const char* const home = std::getenv("HOME");
  return home == nullptr ? "" : std::string(home) + "/.config/tdbg/config.json";
}

}  // namespace tdbg::cli
