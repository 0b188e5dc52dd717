#include "importers/tfdbg1/dump_scan.h"

#include <algorithm>

namespace tdbg::importers::tfdbg1 {
namespace {

// Scopes are directories; nobody nests them this deep, and a walk must end.
constexpr size_t kDeepest = 256;

size_t Depth(std::string_view path) {
  return static_cast<size_t>(std::count(path.begin(), path.end(), '/'));
}

}  // namespace

Result<Found> DumpScan::FindNew() {
  const uint32_t top = files_.FindOrAddDirectory("");
  TDBG_ASSIGN_OR_RETURN(const Entries entries, files_.List(top));
  FindRoots(entries);
  ForgetMisnamed();
  Found found;
  // Whoever writes a tensor has written its graph and its metadata before. They are looked for
  // after the tensors, so that in a dump that grows none of them is missed.
  for (uint32_t root = 0; root < roots_.size(); ++root) FindTensors(root, found);
  for (uint32_t root = 0; root < roots_.size(); ++root) FindTheRest(root, found);
  return found;
}

void DumpScan::FindRoots(const Entries& entries) {
  const auto add = [&](const std::string& path) {
    const uint32_t directory = files_.FindOrAddDirectory(path);
    if (std::find(roots_.begin(), roots_.end(), directory) == roots_.end()) {
      roots_.push_back(directory);
    }
  };
  if (IsDumpRoot(entries)) add("");
  for (const DirectoryEntry& entry : entries) {
    if (entry.is_directory && IsRunDirectory(entry.name) && Accept(0, entry)) add(entry.name);
  }
}

DumpScan::Entries DumpScan::List(uint32_t directory) {
  auto entries = files_.List(directory);
  if (entries.ok()) return *std::move(entries);
  ReportOnce(std::string(files_.directory(directory)),
             {"unreadable_directory", -1, entries.status().message()});
  return {};
}

bool DumpScan::Accept(uint32_t directory, const DirectoryEntry& entry) {
  const std::string path = JoinPath(files_.directory(directory), entry.name);
  if (entry.is_link) {
    ReportOnce(path,
               {"link_not_followed", -1, "a link is not followed: it may lead out of the dump"});
    return false;
  }
  if (entry.is_directory && Depth(path) > kDeepest) {
    ReportOnce(path, {"too_deep", -1, "the directory lies too deep to be a scope of names"});
    return false;
  }
  return true;
}

std::string DumpScan::Inside(uint32_t root, std::string_view name) const {
  return JoinPath(files_.directory(roots_[root]), name);
}

size_t DumpScan::PrefixSize(uint32_t root) const { return Inside(root, "x").size() - 1; }

void DumpScan::ReportName(uint32_t file, std::string_view text) {
  report_(files_.path(file), {"bad_name", -1, std::string(text)});
  misnamed_.push_back(file);
}

void DumpScan::ForgetMisnamed() {
  std::erase_if(misnamed_, [&](uint32_t file) {
    if (files_.IsThere(file)) return false;
    forget_(files_.path(file));
    return true;
  });
}

void DumpScan::ReportOnce(const std::string& path, const Problem& problem) {
  if (reported_.insert(std::string(problem.name) + ' ' + path).second) report_(path, problem);
}

void DumpScan::FindTensors(uint32_t root, Found& found) {
  const uint32_t directory = roots_[root];
  const Entries entries = List(directory);
  for (const DirectoryEntry& entry : entries) {
    if (!entry.is_directory || !Accept(directory, entry)) continue;
    if (entry.name.starts_with(kDevicePrefix)) WalkDevice(root, entry.name, found);
    if (entry.name == kIoDirectory) WalkIo(root, found);
  }
  // A node called "x/../../y" is written next to the device directories.
  const auto stray = [](const DirectoryEntry& entry) {
    return !entry.is_directory && !entry.is_link && !entry.name.starts_with("_tfdbg_") &&
           ParseDumpName(entry.name).has_value();
  };
  for (const uint32_t file : files_.AddNew(directory, entries, stray)) {
    found.tensors.push_back({file, root, {"", "", *ParseDumpName(files_.name(file))}});
  }
}

void DumpScan::WalkDevice(uint32_t root, const std::string& device_directory, Found& found) {
  const uint32_t top = files_.FindOrAddDirectory(Inside(root, device_directory));
  const std::string_view device = files_.directory(top).substr(PrefixSize(root));
  std::vector<uint32_t> pending = {top};
  while (!pending.empty()) {
    const uint32_t directory = pending.back();
    pending.pop_back();
    const Entries entries = List(directory);
    const auto is_tensor = [&](const DirectoryEntry& entry) {
      if (directory == top && entry.name.starts_with(kGraphPrefix)) return false;
      return !entry.is_directory && Accept(directory, entry);
    };
    for (const uint32_t file : files_.AddNew(directory, entries, is_tensor)) {
      const auto name = ParseDumpName(files_.name(file));
      if (!name) {
        ReportName(file, "the file is not named like a tensor");
        continue;
      }
      const std::string_view inside =
          files_.directory(directory).substr(files_.directory(top).size() - device.size());
      found.tensors.push_back({file, root, {inside, device, *name}});
    }
    for (const DirectoryEntry& entry : entries) {
      if (!entry.is_directory || !Accept(directory, entry)) continue;
      pending.push_back(
          files_.FindOrAddDirectory(JoinPath(files_.directory(directory), entry.name)));
    }
  }
}

void DumpScan::WalkIo(uint32_t root, Found& found) {
  const uint32_t top = files_.FindOrAddDirectory(Inside(root, kIoDirectory));
  for (const DirectoryEntry& step : List(top)) {
    if (!step.is_directory || !Accept(top, step)) continue;
    const uint32_t directory =
        files_.FindOrAddDirectory(JoinPath(files_.directory(top), step.name));
    const auto is_file = [&](const DirectoryEntry& entry) {
      return !entry.is_directory && Accept(directory, entry);
    };
    for (const uint32_t file : files_.AddNew(directory, List(directory), is_file)) {
      const auto name = ParseIoDumpName(files_.name(file));
      if (name) {
        found.tensors.push_back({file, root, {files_.directory(directory), "", *name}});
      } else {
        ReportName(file, "the file is not named like an input or output of a node");
      }
    }
  }
}

void DumpScan::FindTheRest(uint32_t root, Found& found) {
  const uint32_t directory = roots_[root];
  const Entries entries = List(directory);
  const auto is_ours = [](const DirectoryEntry& entry) {
    return !entry.is_directory && !entry.is_link && entry.name.starts_with("_tfdbg_");
  };
  for (const uint32_t file : files_.AddNew(directory, entries, is_ours)) {
    const std::string_view name = files_.name(file);
    if (const auto metadata = ParseMetadataName(name)) {
      found.metadata.push_back({file, root, *metadata});
    } else if (name.starts_with(kFetchesInfoPrefix) || name.starts_with(kFeedKeysInfoPrefix)) {
      found.infos.push_back({file, root, name.starts_with(kFeedKeysInfoPrefix)});
    } else {
      ReportName(file, "the file is not named like core metadata");
    }
  }
  for (const DirectoryEntry& entry : entries) {
    if (!entry.is_directory || entry.is_link || !entry.name.starts_with(kDevicePrefix)) continue;
    const uint32_t device = files_.FindOrAddDirectory(Inside(root, entry.name));
    const std::string_view device_name = files_.directory(device).substr(PrefixSize(root));
    const auto is_graph = [](const DirectoryEntry& file) {
      return !file.is_directory && !file.is_link && file.name.starts_with(kGraphPrefix);
    };
    for (const uint32_t file : files_.AddNew(device, List(device), is_graph)) {
      if (const auto time_us = ParseGraphTime(files_.name(file))) {
        found.graphs.push_back({file, root, device_name, *time_us});
      } else {
        ReportName(file, "the graph's file name does not end in a time");
      }
    }
  }
}

}  // namespace tdbg::importers::tfdbg1
