#include "query/graph_order.h"

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tdbg::query {
namespace {

using store::GraphId;
using store::InputRef;
using store::OpId;

}  // namespace

PlaceInGraph GraphOrder::PlaceOf(store::EventId event) {
  PlaceInGraph place;
  place.slot = run_.events.slot[event];
  const OpId op = run_.events.op[event];
  if (!op.valid()) {
    // What a call returned stands behind all that ran in it.
    place.loop = place.depth = UINT32_MAX;
    return place;
  }
  const OpPlace at = PlaceOfOp(op);
  place.loop = at.loop;
  place.depth = at.depth;
  place.iteration = run_.events.iteration[event];
  place.name = run_.strings[run_.graphs.op(op).name];
  return place;
}

GraphOrder::OpPlace GraphOrder::PlaceOfOp(OpId op) {
  if (std::exchange(graphs_seen_, run_.graphs.version()) != run_.graphs.version()) places_.clear();
  if (!places_.contains(op)) Place(run_.graphs.op(op).graph);
  return places_[op];
}

void GraphOrder::Place(GraphId graph) {
  const std::vector<OpId>& ops = run_.graphs.graph(graph).ops;
  const auto starts_again = [&](OpId op) {
    return StartsNextIteration(run_.strings[run_.graphs.op(op).type]);
  };
  // How many of the ops that each one reads have no place yet.
  std::unordered_map<OpId, uint32_t> missing;
  std::vector<OpId> ready;
  for (const OpId id : ops) {
    places_[id] = {};
    for (const InputRef& input : run_.graphs.op(id).inputs) {
      const OpId read = run_.graphs.FindOp(graph, input.op);
      if (read.valid() && !starts_again(read)) ++missing[id];
    }
    if (!missing.contains(id)) ready.push_back(id);
  }
  for (size_t i = 0; i < ready.size(); ++i) {
    const OpPlace here = places_[ready[i]];
    if (starts_again(ready[i])) continue;
    for (const GraphLinks::Reader& reader : links_.Readers(ready[i])) {
      OpPlace& place = places_[reader.op];
      place.depth = std::max(place.depth, here.depth + 1);
      if (--missing[reader.op] == 0) ready.push_back(reader.op);
    }
  }
  for (const OpId id : ops) places_[id].loop = places_[id].depth;
  for (const OpId id : ops) {
    if (starts_again(id)) PlaceLoop(id);
  }
}

// `last` hands a value on to the next iteration: in the loop is what lies on a way from there back
// to it.
void GraphOrder::PlaceLoop(OpId last) {
  const GraphId graph = run_.graphs.op(last).graph;
  const auto readers = links_.Readers(last);
  if (readers.empty()) return;
  const uint32_t begin = places_[readers.front().op].depth;
  std::vector<OpId> behind = {readers.front().op};
  std::unordered_set<OpId> is_behind = {readers.front().op};
  for (size_t i = 0; i < behind.size(); ++i) {
    if (behind[i] == last) continue;
    for (const GraphLinks::Reader& reader : links_.Readers(behind[i])) {
      if (is_behind.insert(reader.op).second) behind.push_back(reader.op);
    }
  }
  std::vector<OpId> before = {last};
  std::unordered_set<OpId> seen = {last};
  for (size_t i = 0; i < before.size(); ++i) {
    OpPlace& place = places_[before[i]];
    place.loop = std::min(place.loop, begin);
    for (const InputRef& input : run_.graphs.op(before[i]).inputs) {
      const OpId read = run_.graphs.FindOp(graph, input.op);
      if (read.valid() && is_behind.contains(read) && seen.insert(read).second) {
        before.push_back(read);
      }
    }
  }
}

}  // namespace tdbg::query
