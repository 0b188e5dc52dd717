#include "importers/tfdbg1/dump_layout.h"

#include <algorithm>
#include <utility>

#include "importers/tfdbg1/dump_name.h"

namespace tdbg::importers::tfdbg1 {
namespace {

constexpr std::string_view kPrefix = "_tfdbg_";
constexpr std::string_view kMetadataPrefix = "_tfdbg_core_metadata_sessionrun";
constexpr std::string_view kRunPrefix = "run_";

// The next item of a list with this separator; `rest` keeps what follows.
std::string_view NextItem(std::string_view& rest, char separator) {
  const size_t at = std::min(rest.find(separator), rest.size());
  const std::string_view item = rest.substr(0, at);
  rest = rest.substr(std::min(at + 1, rest.size()));
  return item;
}

}  // namespace

bool IsDumpRoot(const std::vector<DirectoryEntry>& entries) {
  return std::any_of(entries.begin(), entries.end(),
                     [](const DirectoryEntry& entry) { return entry.name.starts_with(kPrefix); });
}

bool IsSessionRoot(const std::vector<DirectoryEntry>& entries) {
  return std::any_of(entries.begin(), entries.end(), [](const DirectoryEntry& entry) {
    return entry.is_directory && IsRunDirectory(entry.name);
  });
}

bool LooksLikeTfdbg1(const std::vector<DirectoryEntry>& entries) {
  return IsDumpRoot(entries) || IsSessionRoot(entries);
}

bool IsRunDirectory(std::string_view name) {
  if (!name.starts_with(kRunPrefix)) return false;
  name.remove_prefix(kRunPrefix.size());
  const auto time_us = ParseDecimal(NextItem(name, '_'), kMaxTimeUs);
  // Other programs have folders called run_NUMBER, too; but their numbers are no microseconds of
  // our century.
  constexpr int64_t kYear2001Us = 1'000'000'000'000'000;
  return time_us && *time_us >= kYear2001Us && ParseDecimal(name, INT64_MAX);
}

std::optional<MetadataName> ParseMetadataName(std::string_view name) {
  if (!name.starts_with(kMetadataPrefix)) return std::nullopt;
  name.remove_prefix(kMetadataPrefix.size());
  std::string_view index = NextItem(name, '_');
  if (index.empty()) return std::nullopt;
  index.remove_prefix(std::min(index.find_first_not_of('0'), index.size()));  // padded to 14 digits
  const auto number = index.empty() ? 0 : ParseDecimal(index, INT64_MAX);
  const auto time_us = ParseDecimal(name, kMaxTimeUs);
  if (!number || !time_us) return std::nullopt;
  return MetadataName{*number, *time_us};
}

std::optional<int64_t> ParseGraphTime(std::string_view name) {
  if (!name.starts_with(kGraphPrefix)) return std::nullopt;
  return ParseDecimal(name.substr(name.rfind('_') + 1), kMaxTimeUs);
}

std::string MangleDevice(std::string_view device) {
  std::string directory(kDevicePrefix);
  directory += device;
  std::replace(directory.begin() + kDevicePrefix.size(), directory.end(), ':', '_');
  std::replace(directory.begin() + kDevicePrefix.size(), directory.end(), '/', ',');
  return directory;
}

std::string UnmangleDevice(std::string_view directory) {
  std::string_view rest = directory.substr(std::min(kDevicePrefix.size(), directory.size()));
  std::string device;
  bool first = true;
  while (!rest.empty()) {
    std::string item(NextItem(rest, ','));
    constexpr std::string_view kDeviceItem = "device_";
    size_t after = 0;
    if (item.starts_with(kDeviceItem)) {  // device_CPU_0 has two parts to separate
      item[kDeviceItem.size() - 1] = ':';
      after = kDeviceItem.size();
    }
    const size_t at = item.find('_', after);
    if (at != std::string::npos) item[at] = ':';
    if (!std::exchange(first, false)) device += '/';
    device += item;
  }
  return device;
}

std::optional<std::string> ResolveNodePath(std::string_view device_directory,
                                           std::string_view node) {
  const size_t leaf_at = node.rfind('/') + 1;  // 0 if there is no '/'
  std::vector<std::string_view> parts = {device_directory};
  std::string_view scope = node.substr(0, leaf_at);
  while (!scope.empty()) {
    const std::string_view part = NextItem(scope, '/');
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      parts.push_back(part);
    } else if (parts.empty()) {
      return std::nullopt;
    } else {
      parts.pop_back();
    }
  }
  std::string path;
  for (const std::string_view part : parts) {
    path += part;
    path += '/';
  }
  path += node.substr(leaf_at);
  return path;
}

}  // namespace tdbg::importers::tfdbg1
