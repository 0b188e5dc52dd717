// What every surface says of one op and of the ops around it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "query/op_tree.h"
#include "session/session.h"

namespace tdbg::session {

// An op at the other end of an edge. Views live as long as the run.
struct NeighbourFacts {
  store::OpId op;            // invalid where its creation was not recorded
  std::string name;          // "softmax", "split:1"; with its graph where that is another
  std::string full;          // names the op and no other
  std::string_view op_type;  // "" where not recorded
  std::string_view device;   // "" unless it is another than that of the op asked about
};

struct NodeFacts {
  store::OpId op;
  std::string name;  // names the op and no other
  std::string_view op_type;
  std::string_view device;
  std::string_view graph;
  std::vector<NeighbourFacts> inputs;
  std::vector<NeighbourFacts> control_inputs;
  std::vector<NeighbourFacts> readers;
  std::vector<NeighbourFacts> control_readers;
  std::vector<store::GraphId> bodies;  // the graphs that a loop or branch runs
  bool from_caller = false;            // an argument whose giver is not recorded
  std::string written;                 // WrittenText
};

// "written as Relu in model; ran for dense/BiasAdd, dense/MatMul": what the user
// wrote where this op was executed; "" for null.
std::string WrittenText(const store::Run& run, const store::WrittenOp* written);

NodeFacts FactsOfNode(RunView& run, store::OpId op);

// `from` is the op asked about.
NeighbourFacts FactsOfEdge(RunView& run, const query::Edge& edge, store::OpId from,
                           query::Direction direction);

std::vector<query::TreeRow> TreeOf(RunView& run, store::OpId root, query::Direction direction,
                                   int64_t depth, bool with_control);
std::vector<query::Edge> PathBetween(RunView& run, store::OpId from, store::OpId to);

}  // namespace tdbg::session
