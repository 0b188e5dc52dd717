// Where things lie in a tfdbg1 dump, told by names alone.
//
// A dump root holds device directories, core metadata, info files and maybe node-io-dump/. A
// session root holds one dump root for each Session.run, called run_MICROSECONDS_COUNTER.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/directory.h"

namespace tdbg::importers::tfdbg1 {

inline constexpr std::string_view kDevicePrefix = "_tfdbg_device_";
inline constexpr std::string_view kGraphPrefix = "_tfdbg_graph_";
inline constexpr std::string_view kFetchesInfoPrefix = "_tfdbg_fetches_info_";
inline constexpr std::string_view kFeedKeysInfoPrefix = "_tfdbg_feed_keys_info_";
inline constexpr std::string_view kIoDirectory = "node-io-dump";

bool IsDumpRoot(const std::vector<DirectoryEntry>& entries);
bool IsSessionRoot(const std::vector<DirectoryEntry>& entries);

// Either a dump root or a session root.
bool LooksLikeTfdbg1(const std::vector<DirectoryEntry>& entries);

bool IsRunDirectory(std::string_view name);

struct MetadataName {
  int64_t session_run_index = 0;
  int64_t time_us = 0;
};
std::optional<MetadataName> ParseMetadataName(std::string_view name);

// When the graph was published; nullopt for what is no graph file.
std::optional<int64_t> ParseGraphTime(std::string_view name);

// "/job:a/task:0" is written in the directory "_tfdbg_device_,job_a,task_0".
std::string MangleDevice(std::string_view device);

// The likeliest device of such a directory. Mangling loses what was ':' and what '_', so this is
// for directories in which nothing else names the device.
std::string UnmangleDevice(std::string_view directory);

// Where the writer puts a tensor of `node`: the path of its file below the dump root, up to the
// leaf. Node names may hold "//" and "..", which the file system resolves; nullopt if they lead out
// of the dump root.
std::optional<std::string> ResolveNodePath(std::string_view device_directory,
                                           std::string_view node);

}  // namespace tdbg::importers::tfdbg1
