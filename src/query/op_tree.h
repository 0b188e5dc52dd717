// The neighbourhood of an op as a tree for people: every op is opened once, and where it comes up
// again the row says so. So a tree has no more rows than the graph has edges, whatever its depth.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "query/neighbours.h"

namespace tdbg::query {

struct TreeRow {
  Edge edge;
  size_t parent = SIZE_MAX;  // row above it; SIZE_MAX below the root
  int64_t depth = 1;
  bool last = false;   // of its siblings
  bool again = false;  // it is opened in another row
  bool more = false;   // it has neighbours, but they lie beyond the depth asked for
};

enum class Direction : uint8_t { kInputs, kReaders };

// Depth first, in the order of Neighbours. An op is opened where it is nearest to the root, so that
// all ops within `depth` edges are there.
std::vector<TreeRow> OpTree(Neighbours& neighbours, store::OpId root, Direction direction,
                            int64_t depth, bool with_control);

// One shortest way along data edges: `from`, …, `to`; empty if there is none. Each edge says which
// output of the op before it is read.
std::vector<Edge> ShortestPath(const store::Run& run, Neighbours& neighbours, store::OpId from,
                               store::OpId to);

}  // namespace tdbg::query
