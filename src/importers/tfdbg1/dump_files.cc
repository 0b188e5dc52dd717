#include "importers/tfdbg1/dump_files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace tdbg::importers::tfdbg1 {

std::string JoinPath(std::string_view directory, std::string_view name) {
  std::string path(directory);
  if (!path.empty() && !name.empty()) path += '/';
  path += name;
  return path;
}

uint32_t DumpFiles::FindOrAddDirectory(std::string path) {
  if (const auto it = directory_numbers_.find(path); it != directory_numbers_.end()) {
    return it->second;
  }
  const auto number = static_cast<uint32_t>(directories_.size());
  directories_.push_back({std::move(path), {}});
  directory_numbers_.emplace(directories_.back().path, number);
  return number;
}

void DumpFiles::Merge(uint32_t directory, const std::vector<uint32_t>& added) {
  std::vector<uint32_t>& known = directories_[directory].files;
  const auto middle = static_cast<ptrdiff_t>(known.size());
  known.insert(known.end(), added.begin(), added.end());
  std::inplace_merge(known.begin(), known.begin() + middle, known.end(),
                     [&](uint32_t a, uint32_t b) { return name(a) < name(b); });
}

Result<std::vector<DirectoryEntry>> DumpFiles::List(uint32_t directory) const {
  return ListDirectory(JoinPath(root_, directories_[directory].path));
}

Result<MappedFile> DumpFiles::Open(const std::string& path) const {
  return MappedFile::Open(JoinPath(root_, path));
}

bool DumpFiles::IsThere(uint32_t file) const {
  std::error_code error;
  return std::filesystem::exists(JoinPath(root_, path(file)), error);
}

std::string DumpFiles::path(uint32_t file) const {
  return JoinPath(directory_of(file), name(file));
}

}  // namespace tdbg::importers::tfdbg1
