// Which tensors of a run hold NaN or an infinity, and which variables took one in.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "query/event_index.h"
#include "query/graph_links.h"
#include "store/run.h"

namespace tdbg::query {

class BadValues {
 public:
  // Reads the values that have to be read to tell.
  BadValues(const store::Run& run, const EventIndex& index, GraphLinks& links);

  // Bad events, chronological.
  std::span<const store::EventId> events() const { return events_; }
  bool IsBad(store::EventId event) const { return bad_[event.index()]; }

  // Whether the eager tensor with this id was recorded as bad.
  bool IsBadTensor(int64_t tensor_id) const { return bad_tensors_.contains(tensor_id); }

  // Whether an event before position `rank` in `execution`, in a graph that `in_scope` accepts, is
  // bad.
  template <typename InScope>
  bool AnyBefore(uint32_t rank, store::ExecutionId execution, InScope in_scope) const {
    const auto it = first_in_graph_.find(execution);
    if (it == first_in_graph_.end()) return false;
    for (const auto& [graph, first] : it->second) {
      if (first < rank && in_scope(graph)) return true;
    }
    return false;
  }

  // Whether the variable that `op` of `execution` reads took in a bad value before position `rank`.
  // A variable whose identity is lost counts as any variable.
  bool VariableTookBad(store::OpId op, store::ExecutionId execution, uint32_t rank) const;
  // The same for an eager op that is given variables through these tensor ids.
  bool VariableTookBad(std::span<const int64_t> tensor_ids, uint32_t rank) const;
  // The same for no variable in particular.
  bool AnyVariableTookBad(uint32_t rank) const;
  // Whether a variable whose identity is lost took in a bad value before position `rank`.
  bool SomeLostVariableTookBad(uint32_t rank) const { return TookBad(kAnyVariable, rank); }

  // Whether some variable took in a bad value during `execution`.
  bool AssignedBad(store::ExecutionId execution) const {
    return bad_assigners_.contains(execution);
  }

 private:
  // A variable is known by the id of its resource tensor (eager calls) or by the name of its op.
  static constexpr int64_t kAnyVariable = INT64_MIN;
  bool TookBad(int64_t key, uint32_t rank) const;
  int64_t VariableKey(store::OpId op, store::ExecutionId execution) const;
  std::vector<int64_t> VariableKeys(store::OpId reader_or_assigner,
                                    store::ExecutionId execution) const;
  void FindBadEvents();
  void FindBadVariables();
  void MarkAssigners(store::EventId event);
  void MarkVariable(int64_t key, uint32_t rank);

  const store::Run& run_;
  const EventIndex& index_;
  GraphLinks& links_;
  std::vector<bool> bad_;
  std::vector<store::EventId> events_;
  std::unordered_map<int64_t, uint32_t> bad_tensors_;  // to the rank of the first
  std::unordered_map<store::ExecutionId, std::vector<std::pair<store::GraphId, uint32_t>>>
      first_in_graph_;
  std::unordered_map<int64_t, uint32_t> bad_variables_;  // to the rank at which it became bad
  std::unordered_map<store::ExecutionId, bool> bad_assigners_;
};

}  // namespace tdbg::query
