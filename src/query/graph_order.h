// In which order the ops of a graph follow from one another, whatever threads did first.
#pragma once

#include <compare>
#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "query/graph_links.h"
#include "store/run.h"

namespace tdbg::query {

// Where an event stands among those of its execution: what it was made of comes before it.
struct PlaceInGraph {
  uint32_t loop = 0;  // depth at which the outermost loop that the op is in begins; else its own
  uint32_t iteration = 0;
  uint32_t depth = 0;     // ops on the longest way to it
  std::string_view name;  // of ops that have nothing to do with one another
  int32_t slot = 0;

  auto operator<=>(const PlaceInGraph&) const = default;
};

// Computed on first use and kept for as long as the graphs of the run stay what they are.
class GraphOrder {
 public:
  GraphOrder(const store::Run& run, GraphLinks& links) : run_(run), links_(links) {}

  PlaceInGraph PlaceOf(store::EventId event);

 private:
  struct OpPlace {
    uint32_t loop = 0;
    uint32_t depth = 0;
  };
  OpPlace PlaceOfOp(store::OpId op);
  void Place(store::GraphId graph);
  void PlaceLoop(store::OpId last);

  const store::Run& run_;
  GraphLinks& links_;
  std::unordered_map<store::OpId, OpPlace> places_;
  uint64_t graphs_seen_ = 0;
};

}  // namespace tdbg::query
