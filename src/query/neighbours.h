// Who an op reads and who reads it, as the program means it: what the runtime puts in between
// (sends, receives, results) is looked through, to other devices and out of loops and branches.
#pragma once

#include <cstdint>
#include <vector>

#include "query/graph_links.h"
#include "store/run.h"

namespace tdbg::query {

struct Edge {
  store::OpId op;        // at the other end; invalid where its creation was not recorded
  StringId name;         // its name, known in any case
  store::GraphId graph;  // that it is in
  int32_t slot = 0;      // the output that is read; InputRef::kControl for a control dependency

  bool is_control() const { return slot == store::InputRef::kControl; }
};

class Neighbours {
 public:
  Neighbours(const store::Run& run, GraphLinks& links) : run_(run), links_(links) {}

  // Data edges in the order of the op's inputs, then control edges by name. An argument of a loop
  // or branch reads what its op in the outer graph was given, and the loop's own last iteration.
  std::vector<Edge> Inputs(store::OpId op);

  // Data edges in the order of the graph, once for each input that reads; then control edges by
  // name. A result of a loop or branch is read by those who read its op in the outer graph.
  std::vector<Edge> Readers(store::OpId op);

 private:
  void AddInput(store::GraphId graph, StringId name, int32_t slot, std::vector<Edge>& edges) const;
  void AddOuterInputs(store::OpId argument, std::vector<Edge>& edges);
  void AddReaders(store::OpId op, int hops, std::vector<Edge>& edges);
  void SortControls(std::vector<Edge>& edges) const;

  const store::Run& run_;
  GraphLinks& links_;
};

}  // namespace tdbg::query
