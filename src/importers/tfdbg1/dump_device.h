// What is known of one device of a dump root while it is imported: its graphs, and the tensors that
// were written on it.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "importers/tfdbg1/graph_file.h"
#include "store/run.h"

namespace tdbg::importers::tfdbg1 {

// Tensors that one execution wrote on the device: they all ran in one executor.
struct TensorGroup {
  struct Member {
    store::EventId event;
    bool certain = true;  // as PlacedTensor::certain
  };

  // Without those whose files are not complete: they are placed anew each time.
  std::vector<Member> members;
  int64_t first_us = std::numeric_limits<int64_t>::max();
  int64_t last_us = std::numeric_limits<int64_t>::min();
  store::GraphId graph;  // of the executor; invalid if each tensor was placed alone
  bool settled = true;   // no tensor is in a graph published after it, or in none
  bool stale = false;    // what has become known since may put the tensors elsewhere
};

class DumpDevice {
 public:
  // By whom the device is known by name: the later ones know better.
  enum class NamedBy : uint8_t { kNobody, kDirectory, kTensor, kGraph };

  std::string directory;  // below the dump root; "" for tensors that do not tell their device
  store::DeviceId id;     // invalid until something names it

  const std::vector<GraphFile>& graphs() const { return graphs_; }  // in order of publication
  const GraphFile* FindGraph(store::GraphId graph) const;           // nullptr if it is not here

  // Keeps the graph; one that was read before is replaced.
  void AddGraph(GraphFile graph, store::Run& run);
  void Name(std::string_view name, NamedBy by, store::Run& run);

  std::map<store::ExecutionId, TensorGroup>& groups() { return groups_; }
  void MarkStale(TensorGroup& group);
  bool has_stale_groups() const { return has_stale_groups_; }
  void StaleGroupsAreGone() { has_stale_groups_ = false; }

  // How many tensors are of each op that no graph has. Kept by whoever places them.
  std::map<store::OpId, int64_t> nodeless;
  bool nodeless_changed = false;

 private:
  std::vector<GraphFile> graphs_;
  std::map<store::ExecutionId, TensorGroup> groups_;
  bool has_stale_groups_ = false;
  NamedBy named_by_ = NamedBy::kNobody;
};

}  // namespace tdbg::importers::tfdbg1
