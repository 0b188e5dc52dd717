#include "session/input_path.h"

#include <algorithm>
#include <deque>
#include <unordered_map>

#include "query/neighbours.h"

namespace tdbg::session {
namespace {

using query::OpRole;
using store::OpId;

constexpr size_t kMostOps = 10'000;

// How well an op of this role begins a path: 1 is best, 0 cannot begin one.
int Rank(OpRole role) {
  switch (role) {
    case OpRole::kArgument:
    case OpRole::kDataset:
      return 1;
    case OpRole::kReadVariable:
      return 2;
    case OpRole::kConstant:
      return 3;
    default:
      return 0;
  }
}

}  // namespace

std::vector<std::string> PathFromInput(RunView& view, OpId op) {
  const store::Run& run = view.run();
  query::Neighbours neighbours(run, view.links());
  std::unordered_map<OpId, OpId> reader{{op, OpId()}};  // of each op that was met
  std::deque<OpId> waiting{op};
  OpId best;
  int best_rank = 0;
  while (!waiting.empty() && reader.size() < kMostOps) {
    const OpId at = waiting.front();
    waiting.pop_front();
    const OpRole role = view.links().role(at);
    const int rank = at == op ? 0 : Rank(role);
    const std::vector<query::Edge> inputs = neighbours.Inputs(at);
    bool ends = true;
    for (const query::Edge& edge : inputs) {
      if (edge.is_control() || !edge.op.valid()) continue;
      // The handle of a variable or of an iterator is no data.
      if (rank != 0 && role != OpRole::kArgument) continue;
      ends = false;
      if (reader.try_emplace(edge.op, at).second) waiting.push_back(edge.op);
    }
    if (rank == 0 || !ends || (best_rank != 0 && rank >= best_rank)) continue;
    best = at;
    best_rank = rank;
    if (rank == 1) break;
  }
  std::vector<std::string> names;
  for (OpId at = best; at.valid(); at = reader[at]) {
    if (at != best && view.links().role(at) == OpRole::kPassThrough) continue;
    names.emplace_back(run.strings[run.graphs.op(at).name]);
  }
  return names;
}

}  // namespace tdbg::session
