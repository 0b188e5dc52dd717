// Backwards: was any input of a bad value bad itself?
#pragma once

#include <cstdint>
#include <set>
#include <unordered_map>
#include <utility>

#include "query/bad_values.h"
#include "query/event_index.h"
#include "query/graph_links.h"
#include "store/run.h"

namespace tdbg::query {

// Follows inputs through what a format does not record: Identity, Enter … Exit, function calls,
// loops, branches, arguments, other devices. Where a link is missing, an earlier bad event of the
// same execution inside (or, for arguments, around) the graph counts as the input.
class Provenance {
 public:
  Provenance(const store::Run& run, const EventIndex& index, GraphLinks& links,
             const BadValues& bad)
      : run_(run), index_(index), links_(links), bad_(bad) {}

  bool AnyInputBad(store::EventId event);

 private:
  // One question: what `reader` was made of, everything before `rank` in `execution`, each output
  // looked at once.
  struct Walk {
    store::EventId reader;
    uint32_t rank;
    store::ExecutionId execution;
    bool same_round = true;  // false beyond an edge that leads into the last round of a loop
    int depth = 0;
    std::set<std::pair<store::OpId, int32_t>> seen;
  };

  bool GraphInputBad(store::OpId op, Walk& walk);
  bool ExecutionInputBad(store::EventId event);
  bool EagerTensorBad(int64_t tensor_id, uint32_t rank);
  bool OutputBad(store::GraphId graph, StringId name, int32_t slot, Walk& walk);
  bool LastRoundBad(store::OpId op, int32_t slot, Walk& walk);
  store::EventId EventRead(store::OpId op, int32_t slot, const Walk& walk) const;
  bool UnrecordedOutputBad(store::OpId op, int32_t slot, Walk& walk);
  bool ArgumentBad(store::OpId op, Walk& walk);
  bool AnyDataInputBad(store::OpId op, Walk& walk);
  bool BadInside(store::GraphId graph, const Walk& walk) const;
  bool BadAround(store::GraphId graph, const Walk& walk) const;

  const store::Run& run_;
  const EventIndex& index_;
  GraphLinks& links_;
  const BadValues& bad_;
  std::unordered_map<int64_t, store::ExecutionId> producers_;  // of eager tensors; made when needed
};

}  // namespace tdbg::query
