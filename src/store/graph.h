// Graphs and the ops in them.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/column.h"
#include "base/wall_time.h"
#include "frameworks/op_role.h"
#include "store/ids.h"

namespace tdbg::store {

// What an op reads: output `slot` of the op called `op` in the same graph. By name, because the
// producer may be recorded later or never (a function call op under tfdbg2).
struct InputRef {
  static constexpr int32_t kControl = -1;

  StringId op;
  int32_t slot = 0;  // kControl for a control dependency

  bool operator==(const InputRef&) const = default;
};

struct Op {
  StringId name;
  StringId type;  // invalid: the op was seen at work, but its creation was never recorded
  GraphId graph;
  uint32_t place = 0;  // in the list of its graph's ops
  DeviceId device;
  StackId stack;
  StringId host;              // where it was created
  int64_t time_ns = kNoTime;  // of creation
  int32_t num_outputs = 0;
  // What its recorder says of it, for types that nobody knows by name. kCompute: nothing special.
  frameworks::OpRole recorded_role = frameworks::OpRole::kCompute;
  std::vector<InputRef> inputs;            // data inputs first, in order
  std::vector<int64_t> output_tensor_ids;  // the format's own ids, where it has them

  // Of a receive: the op, in the graph of another device, whose output it brings. Invalid if
  // unknown.
  OpId sender;
  int32_t sender_slot = 0;

  // Of an op of the user's source that did not run by itself: the one that did its work. Such an op
  // has no inputs here: graphs are what was executed. Invalid for all others.
  OpId ran_inside;
};

// One of the ops that the runtime put together in another.
struct FusedOp {
  StringId type;  // as the runtime lists it
  OpId op;        // as the user wrote it; invalid where that is not known
};

// What the user wrote where something else was executed.
struct WrittenOp {
  StringId type;                     // invalid where it is the executed one's
  StringId name;                     // invalid where it is the executed one's
  StringId graph;                    // name of the user's function, where it was inlined
  std::vector<StringId> stands_for;  // names of the other ops whose work it did
  std::vector<FusedOp> fused;        // the ops put together in it, in the order in which they work
};

struct Graph {
  StringId key;   // the format's own id of it
  StringId name;  // what the user calls it; invalid for a nameless graph
  GraphId outer;
  DeviceId device;        // of a partition that runs on one device
  bool recorded = false;  // false: others speak of it, but its own record was not (yet) read
  bool linked = false;    // something is known of its data flow, so that names in it count
  int64_t time_ns = kNoTime;
  std::vector<OpId> ops;
  std::vector<GraphId> inner;
};

// Both tables, kept consistent. Whatever a record mentions before it is recorded exists from then
// on as a bare entry that the later record completes: files of one trace lag behind each other.
class GraphTable {
 public:
  GraphId FindOrAddGraph(StringId key);
  OpId FindOrAddOp(GraphId graph, StringId name);

  // Counts up whenever the known data flow changes. Whoever fills the tables says so of each graph
  // in which ops, edges, the name or the outer graph are not what they were.
  uint64_t version() const { return version_; }
  void Changed(GraphId graph) {
    graphs_[graph].linked = true;
    ++version_;
  }

  // An invalid id if there is none.
  GraphId FindGraph(StringId key) const;
  OpId FindOp(GraphId graph, StringId name) const;

  // A bare graph turns out to be the one with this key, which is not in the table.
  void Rename(GraphId graph, StringId key);

  // These ops of the graph come first in its list, in this order.
  void PutFirst(GraphId graph, const std::vector<OpId>& ops);

  // There is no such op in the graph: what mentioned it meant another one. The row stays, nameless.
  void Withdraw(OpId op);

  // Also keeps `inner` of the outer graph. False, and nothing changes, if the graph has another
  // outer graph already, or if damaged data would make a ring or nest deeper than any program does.
  [[nodiscard]] bool SetOuter(GraphId graph, GraphId outer);
  static constexpr int kDeepestNesting = 1000;

  Op& op(OpId id) { return ops_[id]; }
  const Op& op(OpId id) const { return ops_[id]; }
  Graph& graph(GraphId id) { return graphs_[id]; }
  const Graph& graph(GraphId id) const { return graphs_[id]; }

  size_t num_ops() const { return ops_.size(); }
  size_t num_graphs() const { return graphs_.size(); }
  Ids<OpId> op_ids() const { return Ids<OpId>(ops_.size()); }
  Ids<GraphId> graph_ids() const { return Ids<GraphId>(graphs_.size()); }

  // True if `graph` is `ancestor` or lies inside it.
  bool IsWithin(GraphId graph, GraphId ancestor) const;

 private:
  static uint64_t Key(GraphId graph, StringId name) {
    return (static_cast<uint64_t>(graph.index()) << 32) | name.index();
  }

  Column<GraphId, Graph> graphs_;
  Column<GraphId, int> heights_;  // levels of graphs inside each
  Column<OpId, Op> ops_;
  std::unordered_map<StringId, GraphId> graph_by_key_;
  std::unordered_map<uint64_t, OpId> op_by_name_;
  uint64_t version_ = 0;
};

}  // namespace tdbg::store
