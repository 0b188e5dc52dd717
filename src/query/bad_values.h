// Which tensors of a run hold NaN or an infinity (an op that failed counts as one), and which
// variables took one in.
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

  // The answers below are bad events, invalid where there is none.

  // What was recorded as bad of the eager tensor with this id.
  store::EventId OfTensor(int64_t tensor_id) const {
    const auto it = bad_tensors_.find(tensor_id);
    return it == bad_tensors_.end() ? store::EventId() : it->second;
  }

  // The first before position `rank` in `execution`, in the graphs that `in_scope` accepts.
  template <typename InScope>
  store::EventId FirstBefore(uint32_t rank, store::ExecutionId execution, InScope in_scope) const {
    const auto it = first_in_graph_.find(execution);
    if (it == first_in_graph_.end()) return {};
    uint32_t earliest = rank;
    for (const auto& [graph, first] : it->second) {
      if (first < earliest && in_scope(graph)) earliest = first;
    }
    return earliest < rank ? index_.chronological()[earliest] : store::EventId();
  }

  // What the variable that `op` of `execution` reads took in before position `rank`. A variable
  // whose identity is lost counts as any variable.
  store::EventId TakenByVariable(store::OpId op, store::ExecutionId execution, uint32_t rank) const;
  // The same for an eager op that is given variables through these tensor ids.
  store::EventId TakenByVariable(std::span<const int64_t> tensor_ids, uint32_t rank) const;
  // The same for no variable in particular.
  store::EventId TakenByAnyVariable(uint32_t rank) const;
  // The same for a variable whose identity is lost.
  store::EventId TakenByLostVariable(uint32_t rank) const { return Taken(kAnyVariable, rank); }

  // Whether some variable took in a bad value during `execution`.
  bool AssignedBad(store::ExecutionId execution) const {
    return bad_assigners_.contains(execution);
  }

 private:
  // A variable is known by the id of its resource tensor (eager calls) or by the name of its op.
  static constexpr int64_t kAnyVariable = INT64_MIN;
  // A bad value on its way into a variable, and the position from which on it is there.
  struct Intake {
    uint32_t rank;
    store::EventId event;
  };
  store::EventId Taken(int64_t key, uint32_t rank) const;
  int64_t VariableKey(store::OpId op, store::ExecutionId execution) const;
  std::vector<int64_t> VariableKeys(store::OpId reader_or_assigner,
                                    store::ExecutionId execution) const;
  void FindBadEvents();
  void FindBadVariables();
  void MarkAssigners(store::EventId event);
  void MarkVariable(int64_t key, Intake intake);

  const store::Run& run_;
  const EventIndex& index_;
  GraphLinks& links_;
  std::vector<bool> bad_;
  std::vector<store::EventId> events_;
  std::unordered_map<int64_t, store::EventId> bad_tensors_;  // to the first
  std::unordered_map<store::ExecutionId, std::vector<std::pair<store::GraphId, uint32_t>>>
      first_in_graph_;
  std::unordered_map<int64_t, Intake> bad_variables_;  // to the first
  std::unordered_map<store::ExecutionId, bool> bad_assigners_;
};

}  // namespace tdbg::query
