// Looks through the directories of a dump for files that were not there before.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "importers/tfdbg1/dump_files.h"
#include "importers/tfdbg1/dump_layout.h"
#include "importers/tfdbg1/problem.h"
#include "importers/tfdbg1/tensor_file.h"

namespace tdbg::importers::tfdbg1 {

struct FoundTensor {
  uint32_t file = 0;
  uint32_t root = 0;  // number of its dump root, in order of discovery
  TensorPath path;    // views into DumpFiles
};

struct FoundGraph {
  uint32_t file = 0;
  uint32_t root = 0;
  std::string_view device_directory;
  int64_t time_us = 0;
};

struct FoundMetadata {
  uint32_t file = 0;
  uint32_t root = 0;
  MetadataName name;
};

struct FoundInfo {
  uint32_t file = 0;
  uint32_t root = 0;
  bool of_feeds = false;
};

struct Found {
  std::vector<FoundTensor> tensors;
  std::vector<FoundGraph> graphs;
  std::vector<FoundMetadata> metadata;
  std::vector<FoundInfo> infos;
};

// Finds each file once. Links are not followed: what they point to may lie outside.
class DumpScan {
 public:
  // `report` hears of what is passed over: the problem and the path, relative to the root.
  using Report = std::function<void(const std::string& path, const Problem& problem)>;

  // `forget` hears of a file that was passed over and is gone: a copy in the making, which has got
  // its right name since.
  using Forget = std::function<void(const std::string& path)>;

  DumpScan(DumpFiles& files, Report report, Forget forget)
      : files_(files), report_(std::move(report)), forget_(std::move(forget)) {}

  // Fails only if the root itself cannot be listed.
  Result<Found> FindNew();

  size_t num_roots() const { return roots_.size(); }
  // Relative to the opened directory: "", or a run_* directory.
  std::string_view root_path(size_t root) const { return files_.directory(roots_[root]); }

 private:
  using Entries = std::vector<DirectoryEntry>;

  void FindRoots(const Entries& entries);
  Entries List(uint32_t directory);
  bool Accept(uint32_t directory, const DirectoryEntry& entry);
  void FindTensors(uint32_t root, Found& found);
  void WalkDevice(uint32_t root, const std::string& device_directory, Found& found);
  void WalkIo(uint32_t root, Found& found);
  void FindTheRest(uint32_t root, Found& found);
  std::string Inside(uint32_t root, std::string_view name) const;
  size_t PrefixSize(uint32_t root) const;  // of paths inside, up to and with the '/'
  void ReportName(uint32_t file, std::string_view text);
  void ForgetMisnamed();
  void ReportOnce(const std::string& path, const Problem& problem);

  DumpFiles& files_;
  Report report_;
  Forget forget_;
  std::vector<uint32_t> roots_;               // directory numbers
  std::vector<uint32_t> misnamed_;            // files
  std::unordered_set<std::string> reported_;  // what each look at the directories meets again
};

}  // namespace tdbg::importers::tfdbg1
