// What is known of one dump root while it is imported: its devices, their graphs, its executions.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "importers/tfdbg1/graph_file.h"
#include "store/run.h"

namespace tdbg::importers::tfdbg1 {

struct DumpDevice {
  std::string directory;  // below the dump root; "" for tensors that do not tell their device
  store::DeviceId id;     // invalid until something names it
  std::vector<GraphFile> graphs;  // in order of publication
};

class DumpRoot {
 public:
  // `path` is relative to the opened directory: "", or a run_* directory made for one Session.run.
  explicit DumpRoot(std::string_view path) : path_(path) {}

  const std::string& path() const { return path_; }

  void AddExecution(int64_t time_us, store::ExecutionId execution);

  // The latest execution not later than this. In a run_* directory, where clocks do not matter, the
  // first one rather than none. Invalid if there is none.
  store::ExecutionId FindExecution(int64_t time_us) const;

  const std::vector<std::pair<int64_t, store::ExecutionId>>& executions() const {
    return executions_;  // by time
  }

  // By the name of its directory.
  DumpDevice& device(std::string_view directory);
  std::map<std::string, DumpDevice, std::less<>>& devices() { return devices_; }

  // Keeps the graph; one that was read before is replaced.
  void AddGraph(std::string_view device_directory, GraphFile graph);

  // Gives receives their sender where that is known by now. A session's parts are published
  // together, so that of several senders that could be meant it is the one whose graph is closest
  // in time.
  void LinkTransfers(store::Run& run);

  StringId fetches_text;
  StringId feeds_text;

 private:
  struct Sender {
    int64_t time_us;
    store::OpId op;
    int32_t slot;
  };
  struct Receive {
    int64_t time_us;
    Transfer transfer;
  };

  std::string path_;
  std::vector<std::pair<int64_t, store::ExecutionId>> executions_;
  std::map<std::string, DumpDevice, std::less<>> devices_;
  std::unordered_map<std::string, std::vector<Sender>> senders_;
  std::vector<Receive> receives_;  // without sender as yet
};

}  // namespace tdbg::importers::tfdbg1
