// One graph file: the part of a session's graph that one device executes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "importers/tfdbg1/problem.h"
#include "importers/tfdbg1/watch_table.h"
#include "store/run.h"

namespace tdbg::importers::tfdbg1 {

// One end of a tensor's way from device to device.
struct Transfer {
  std::string key;  // equal at both ends
  store::OpId op;   // what makes the value, or the receive that brings it
  int32_t slot = 0;
};

struct GraphFile {
  store::GraphId graph;
  std::string key;              // of the graph
  int64_t time_us = 0;          // of publication
  std::string device;           // "" if no node says it
  bool watched = false;         // it has debug nodes
  std::vector<StringId> feeds;  // tensor names that the session feeds and fetches here
  std::vector<StringId> fetches;
  std::vector<Transfer> sent;
  std::vector<Transfer> received;
  bool unfinished = false;  // it may be in the middle of being written
  Problems problems;
};

// Puts the graph into `run`, under `key`, as the user's program executed it: without the copy and
// debug nodes that the debugger inserted, whose neighbours are joined again. Reading a file again
// after it has grown is fine. Never fails: what is readable is kept.
GraphFile ReadGraphFile(std::string_view bytes, std::string_view key,
                        std::string_view device_directory, int64_t time_us, store::Run& run,
                        WatchTable& watches);

}  // namespace tdbg::importers::tfdbg1
