#include "base/directory.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include <dirent.h>
#include <sys/stat.h>

namespace tdbg {

Result<std::vector<DirectoryEntry>> ListDirectory(const std::string& path) {
  const std::unique_ptr<DIR, int (*)(DIR*)> dir(opendir(path.c_str()), closedir);
  if (dir == nullptr) {
    const int error = errno;
    std::string message = "cannot list " + path + ": " + std::strerror(error);
    return error == ENOENT ? NotFound(std::move(message)) : Unreadable(std::move(message));
  }
  std::vector<DirectoryEntry> entries;
  while (const dirent* entry = readdir(dir.get())) {
    DirectoryEntry found{entry->d_name};
    if (found.name == "." || found.name == "..") continue;
    if (entry->d_type == DT_DIR) {
      found.is_directory = true;
    } else if (entry->d_type == DT_LNK || entry->d_type == DT_UNKNOWN) {
      const std::string full = path + "/" + found.name;
      struct stat info;
      found.is_link = lstat(full.c_str(), &info) == 0 && S_ISLNK(info.st_mode);
      found.is_directory = stat(full.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
    }
    entries.push_back(std::move(found));
  }
  std::sort(entries.begin(), entries.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  return entries;
}

}  // namespace tdbg
