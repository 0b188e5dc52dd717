// What is known of one dump root while it is imported: its devices and its executions.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "importers/tfdbg1/dump_device.h"
#include "store/run.h"

namespace tdbg::importers::tfdbg1 {

class DumpRoot {
 public:
  struct Execution {
    int64_t time_us = 0;
    int64_t session_run_index = 0;
    store::ExecutionId id;
  };

  // `path` is relative to the opened directory: "", or a run_* directory made for one Session.run.
  explicit DumpRoot(std::string_view path) : path_(path) {}

  const std::string& path() const { return path_; }
  // Of a device's directory, relative to the opened directory.
  std::string PathOf(std::string_view device_directory) const;

  // Tensors that have been read may turn out to be of an execution that comes late.
  void AddExecution(const Execution& execution);
  // What it feeds and fetches has become known, which may tell the graph of its tensors.
  void ExecutionIsKnown(store::ExecutionId execution);

  // The latest execution not later than this. In a run_* directory, where clocks do not matter, the
  // first one rather than none. Invalid if there is none.
  store::ExecutionId FindExecution(int64_t time_us) const;

  const std::vector<Execution>& executions() const { return executions_; }  // by time

  // By the name of its directory.
  DumpDevice& device(std::string_view directory);
  std::map<std::string, DumpDevice, std::less<>>& devices() { return devices_; }

  // Gives receives their sender where that is known. A session's parts are published together, so
  // that of several senders that could be meant it is the one whose graph is closest in time.
  void LinkTransfers(store::Run& run) const;

  StringId fetches_text;
  StringId feeds_text;

 private:
  std::string path_;
  std::vector<Execution> executions_;
  std::map<std::string, DumpDevice, std::less<>> devices_;
};

}  // namespace tdbg::importers::tfdbg1
