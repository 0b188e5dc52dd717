// Backwards: which input of a bad value was bad itself?
#pragma once

#include <cstdint>
#include <set>
#include <unordered_map>
#include <utility>

#include "query/bad_values.h"
#include "query/event_index.h"
#include "query/graph_links.h"
#include "store/run.h"
#include "vocabulary/verdict.h"

namespace tdbg::query {

// Follows inputs through what a format does not record: Identity, Enter … Exit, function calls,
// loops, branches, arguments, other devices. Where a link is missing, an earlier bad event of the
// same execution inside (or, for arguments, around) the graph counts as the input. What it answers
// with came before what was asked about or in the same iteration; so what is recorded later changes
// no answer. Each question is answered by itself.
class Provenance {
 public:
  Provenance(const store::Run& run, const EventIndex& index, GraphLinks& links,
             const BadValues& bad)
      : run_(run), index_(index), links_(links), bad_(bad) {}

  // The nearest recorded bad value that `event` was made of; invalid if every input was clean.
  store::EventId BadInput(store::EventId event);

  // Of a value all of whose inputs were clean: a bad value of the same execution that an op
  // compared or looked into, and on whose answer it depends. Equal(NaN, NaN) is false, so the
  // gradient of a maximum divides by the number of elements that equal it, which is 0. Invalid if
  // there is none.
  store::EventId BadReason(store::EventId event);

  // Of a bad value that an op only handed on, and for which no bad input was recorded: the
  // constants of the graph, or else its arguments, if it can have come from these.
  Source CameFrom(store::EventId event);

 private:
  // One question: what `reader` was made of, everything before `rank` in `execution`, each output
  // looked at once.
  struct Walk {
    store::EventId reader;
    uint32_t rank;
    store::ExecutionId execution;
    bool same_iteration =
        true;  // false beyond an edge that leads into the last iteration of a loop
    int depth = 0;
    std::set<std::pair<store::OpId, int32_t>> seen;
  };

  // Each of these answers with a bad event, or an invalid one where all was clean.
  store::EventId GraphInput(store::OpId op, Walk& walk);
  store::EventId ExecutionInput(store::EventId event);
  store::EventId EagerTensor(int64_t tensor_id, uint32_t rank);
  store::EventId Output(store::GraphId graph, StringId name, int32_t slot, Walk& walk);
  store::EventId LastIteration(store::OpId op, int32_t slot, Walk& walk);
  store::EventId UnrecordedOutput(store::OpId op, int32_t slot, Walk& walk);
  store::EventId Argument(store::OpId op, Walk& walk);
  store::EventId ReasonAt(store::OpId op, store::EventId event);
  store::EventId AnyDataInput(store::OpId op, Walk& walk);
  store::EventId Inside(store::GraphId graph, const Walk& walk) const;
  store::EventId Around(store::GraphId graph, const Walk& walk) const;

  store::EventId BadResult(store::EventId event, store::GraphId graph);

  const store::Run& run_;
  const EventIndex& index_;
  GraphLinks& links_;
  const BadValues& bad_;
  std::unordered_map<int64_t, store::ExecutionId> producers_;  // of eager tensors
  size_t executions_seen_ = 0;                                 // for producers_
};

}  // namespace tdbg::query
