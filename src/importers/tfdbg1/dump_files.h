// The files of a dump, each known by a number: tables hold numbers, not paths.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/directory.h"
#include "base/mapped_file.h"
#include "base/status.h"

namespace tdbg::importers::tfdbg1 {

// "a/b"; the other one alone if one of them is empty.
std::string JoinPath(std::string_view directory, std::string_view name);

class DumpFiles {
 public:
  // `root` is the absolute path of the opened directory.
  explicit DumpFiles(std::string root) : root_(std::move(root)) {}

  // Directory 0 is the root. `path` is relative to it; asking twice gives the same number.
  uint32_t FindOrAddDirectory(std::string path);

  // Adds those of `entries` (sorted by name) that were not there at earlier calls for this
  // directory, and that `wanted(entry)` accepts. Returns their numbers.
  template <typename Wanted>
  std::vector<uint32_t> AddNew(uint32_t directory, const std::vector<DirectoryEntry>& entries,
                               Wanted wanted) {
    std::vector<uint32_t> added;
    const std::vector<uint32_t>& known = directories_[directory].files;
    size_t next = 0;
    for (const DirectoryEntry& entry : entries) {
      while (next < known.size() && name(known[next]) < entry.name) ++next;
      if (next < known.size() && name(known[next]) == entry.name) continue;
      if (!wanted(entry)) continue;
      added.push_back(static_cast<uint32_t>(files_.size()));
      files_.push_back({directory, entry.name, 0});
    }
    Merge(directory, added);
    return added;
  }

  Result<std::vector<DirectoryEntry>> List(uint32_t directory) const;
  Result<MappedFile> Open(uint32_t file) const { return Open(path(file)); }
  Result<MappedFile> Open(const std::string& path) const;  // relative to the root

  // Views stay good while this object lives.
  std::string_view directory(uint32_t directory) const { return directories_[directory].path; }
  std::string_view name(uint32_t file) const { return files_[file].name; }
  std::string_view directory_of(uint32_t file) const {
    return directories_[files_[file].directory].path;
  }

  // Relative to the root.
  std::string path(uint32_t file) const;

  bool IsThere(uint32_t file) const;

  // In bytes, as it was when last set.
  uint64_t size(uint32_t file) const { return files_[file].size; }
  void set_size(uint32_t file, uint64_t size) { files_[file].size = size; }

 private:
  struct Directory {
    std::string path;
    std::vector<uint32_t> files;  // by name
  };
  struct File {
    uint32_t directory;
    std::string name;
    uint64_t size = 0;
  };

  void Merge(uint32_t directory, const std::vector<uint32_t>& added);

  std::string root_;
  std::deque<Directory> directories_;  // deques: what is handed out must not move
  std::deque<File> files_;
  std::unordered_map<std::string_view, uint32_t> directory_numbers_;
};

}  // namespace tdbg::importers::tfdbg1
