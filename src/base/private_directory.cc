#include "base/private_directory.h"

#include <cerrno>
#include <filesystem>
#include <system_error>

#include <sys/stat.h>

namespace tdbg {

int MakePrivateDirectory(const std::string& path) {
  std::filesystem::path folder = std::filesystem::path(path).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();  // "trace/"
  std::error_code error;
  if (folder.has_parent_path()) std::filesystem::create_directories(folder.parent_path(), error);
  if (error) return error.value();
  if (mkdir(folder.c_str(), 0700) == 0) return 0;
  const int made = errno;
  return std::filesystem::is_directory(folder, error) ? 0 : made;
}

}  // namespace tdbg
