#include "query/op_tree.h"

#include <algorithm>
#include <deque>
#include <unordered_map>

namespace tdbg::query {
namespace {

using store::OpId;

// Edges of every op within reach, each op listed under the one that opens it.
struct Opened {
  std::vector<Edge> edges;
  std::vector<bool> opens;  // for each edge: its op is opened here
  int64_t depth = 0;
};

using OpenedOps = std::unordered_map<OpId, Opened>;

std::vector<Edge> EdgesOf(Neighbours& neighbours, OpId op, Direction direction, bool control) {
  auto edges = direction == Direction::kInputs ? neighbours.Inputs(op) : neighbours.Readers(op);
  if (!control) std::erase_if(edges, [](const Edge& edge) { return edge.is_control(); });
  return edges;
}

OpenedOps Explore(Neighbours& neighbours, OpId root, Direction direction, int64_t depth,
                  bool with_control) {
  OpenedOps reach;
  reach[root];
  std::deque<OpId> pending = {root};
  while (!pending.empty()) {
    const OpId op = pending.front();
    pending.pop_front();
    Opened opened = std::move(reach[op]);
    opened.edges = EdgesOf(neighbours, op, direction, with_control);
    if (opened.depth < depth) {
      for (const Edge& edge : opened.edges) {
        const bool first = edge.op.valid() && reach.try_emplace(edge.op).second;
        opened.opens.push_back(first);
        if (!first) continue;
        reach[edge.op].depth = opened.depth + 1;
        pending.push_back(edge.op);
      }
    }
    reach[op] = std::move(opened);
  }
  return reach;
}

}  // namespace

std::vector<TreeRow> OpTree(Neighbours& neighbours, OpId root, Direction direction, int64_t depth,
                            bool with_control) {
  const OpenedOps reach = Explore(neighbours, root, direction, depth, with_control);
  std::vector<TreeRow> rows;
  struct Level {
    const Opened* opened;
    size_t row;
    size_t next = 0;
  };
  std::vector<Level> open = {{&reach.at(root), SIZE_MAX}};
  while (!open.empty()) {
    Level& level = open.back();
    if (level.next == level.opened->opens.size()) {
      open.pop_back();
      continue;
    }
    const size_t at = level.next++;
    TreeRow row;
    row.edge = level.opened->edges[at];
    row.parent = level.row;
    row.depth = level.opened->depth + 1;
    row.last = level.next == level.opened->edges.size();
    row.again = row.edge.op.valid() && !level.opened->opens[at];
    if (!row.edge.op.valid() || row.again) {
      rows.push_back(row);
      continue;
    }
    const Opened& below = reach.at(row.edge.op);
    row.more = row.depth == depth && !below.edges.empty();
    rows.push_back(row);
    open.push_back({&below, rows.size() - 1});
  }
  return rows;
}

std::vector<Edge> ShortestPath(const store::Run& run, Neighbours& neighbours, OpId from, OpId to) {
  // The search goes backwards, because what an op reads is recorded more fully than who reads it.
  struct Step {
    OpId reader;
    int32_t slot;
  };
  std::unordered_map<OpId, Step> steps = {{to, {}}};
  std::deque<OpId> pending = {to};
  while (!pending.empty() && !steps.contains(from)) {
    const OpId op = pending.front();
    pending.pop_front();
    for (const Edge& edge : neighbours.Inputs(op)) {
      if (edge.is_control() || !edge.op.valid()) continue;
      if (steps.try_emplace(edge.op, Step{op, edge.slot}).second) pending.push_back(edge.op);
    }
  }
  std::vector<Edge> path;
  if (!steps.contains(from)) return path;
  int32_t slot = 0;
  for (OpId op = from; op.valid(); op = steps[op].reader) {
    path.push_back({op, run.graphs.op(op).name, run.graphs.op(op).graph, slot});
    slot = steps[op].slot;
  }
  return path;
}

}  // namespace tdbg::query
