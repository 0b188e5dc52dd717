// Which tensors of a run hold NaN or an infinity (an op that failed counts as one), and which
// variables took one in.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/by_row.h"
#include "query/event_index.h"
#include "query/graph_links.h"
#include "query/variable.h"
#include "store/run.h"

namespace tdbg::query {

// Bad events are taken in from the first to the last, and each adds to what is known after it. When
// the run has grown, those after the first change are given back and taken in again: so the answers
// are the same however often the run was looked at while it grew.
class BadValues {
 public:
  // Reads the values that have to be read to tell.
  BadValues(const store::Run& run, const EventIndex& index, GraphLinks& links);

  // To be called when the index was extended.
  void Extend();

  // Of positions in events(): from there on are the events whose verdicts may not be what they
  // were, because they, something in their execution, or something before them is new.
  const Revisions& revisions() const { return revisions_; }

  // Bad events, chronological; all of them, or those of one execution.
  std::span<const store::EventId> events() const { return events_; }
  std::span<const store::EventId> OfExecution(store::ExecutionId execution) const;
  bool IsBad(store::EventId event) const { return state_[event] == State::kBad; }

  // The answers below are bad events, invalid where there is none.

  // What was recorded as bad, before position `rank`, of the eager tensor with this id.
  store::EventId OfTensor(int64_t tensor_id, uint32_t rank) const;

  // The first before position `rank` in `execution`, in the graphs that `in_scope` accepts.
  template <typename InScope>
  store::EventId FirstBefore(uint32_t rank, store::ExecutionId execution, InScope in_scope) const {
    const auto it = executions_.find(execution);
    if (it == executions_.end()) return {};
    for (const auto& [graph, first] : it->second.first_in_graph) {
      if (index_.rank(first) >= rank) break;
      if (in_scope(graph)) return first;
    }
    return {};
  }

  // What the variable that `op` of `execution` reads took in before position `rank`. A variable
  // whose identity is lost counts as any variable.
  store::EventId TakenByVariable(store::OpId op, store::ExecutionId execution, uint32_t rank) const;
  // The same for an eager op that is given variables through these tensor ids.
  store::EventId TakenByVariable(std::span<const int64_t> tensor_ids, uint32_t rank) const;
  // The same for no variable in particular.
  store::EventId TakenByAnyVariable(uint32_t rank) const;
  // The same for a variable whose identity is lost.
  store::EventId TakenByLostVariable(uint32_t rank) const { return Taken(Variable::Lost(), rank); }

  // Whether some variable took in a bad value during `execution`.
  bool AssignedBad(store::ExecutionId execution) const { return assigners_.contains(execution); }

 private:
  enum class State : uint8_t { kUnseen, kClean, kBad, kPassedOver };
  struct InExecution {
    std::vector<store::EventId> events;
    std::vector<std::pair<store::GraphId, store::EventId>> first_in_graph;  // chronological
  };
  // A bad value on its way into a variable, and the position from which on it is there.
  struct Intake {
    uint32_t rank;
    store::EventId event;
  };

  size_t FirstChange();
  void NoteExecutions(size_t& from);
  void GiveBack(size_t from);
  void TakeIn(size_t from);
  void TakeIn(store::EventId event);
  size_t NextAssignment() const;
  void TakeAssignment(size_t rank);
  size_t FirstToJudge(size_t from) const;
  size_t PositionFrom(size_t rank) const;
  size_t FirstOfEagerValues(size_t first) const;
  State StateOf(store::EventId event) const;
  void PassOverSummaries();
  std::optional<int64_t> EagerTensorOf(store::EventId event, store::ExecutionId execution) const;

  store::EventId Taken(Variable variable, uint32_t rank) const;
  Variable VariableBehind(store::OpId op, store::ExecutionId execution) const;
  std::vector<Variable> VariablesOf(store::OpId reader_or_assigner,
                                    store::ExecutionId execution) const;
  void MarkAssigners(store::EventId event);
  void MarkVariable(Variable variable, Intake intake);

  const store::Run& run_;
  const EventIndex& index_;
  GraphLinks& links_;
  ByRow<store::EventId, State> state_;
  std::vector<store::EventId> events_;
  std::vector<store::ExecutionId> execution_of_;  // of each of events_, when it was taken in
  std::unordered_map<store::ExecutionId, InExecution> executions_;
  std::unordered_map<int64_t, store::EventId> tensors_;             // to the first
  std::unordered_map<Variable, Intake, Variable::Hash> variables_;  // to the first
  std::unordered_set<store::ExecutionId> assigners_;
  // In the order in which they were added to the tables above.
  std::vector<std::pair<Variable, uint32_t>> taken_;
  std::vector<std::pair<store::ExecutionId, uint32_t>> assigned_;
  // Eager ones have no outputs, so they are no events: by time, and how many were taken in.
  std::vector<store::ExecutionId> assignments_;
  size_t assignments_taken_ = 0;
  bool has_summaries_ = false;

  Revisions revisions_;
  size_t index_seen_ = 0;
  size_t rows_seen_ = 0;  // of events
  size_t events_seen_ = 0;
  size_t executions_seen_ = 0;
  size_t changes_seen_ = 0;
  uint64_t graphs_seen_ = 0;
  uint64_t first_events_seen_ = 0;
};

}  // namespace tdbg::query
