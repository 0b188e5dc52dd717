// Forwards, while the execution still runs: must something bad come of a bad value, or can it still
// be thrown away?
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <tuple>

#include "frameworks/bad_number.h"
#include "query/bad_values.h"
#include "query/event_index.h"
#include "query/graph_links.h"
#include "store/run.h"

namespace tdbg::query {

// What has read the value is known. Of what has yet to run the graph tells the types: a sum keeps
// an infinity, a softmax or a where() need not. Where that does not decide, the value counts as one
// that can be thrown away; Fate knows when the execution has ended.
class Outlook {
 public:
  Outlook(const store::Run& run, const EventIndex& index, GraphLinks& links, const BadValues& bad)
      : run_(run), index_(index), links_(links), bad_(bad) {}

  // Whether it has left its execution, or surely will: to a result, a variable, another bad value
  // that does. Of an eager op's value, which the program has: unless graphs alone have read it, and
  // what was made of it there does not.
  bool SurelyLeaves(store::EventId event);

 private:
  // An output of an op that was made of `event`, or is going to be; and which number is in it.
  struct Place {
    store::EventId event;  // the last one recorded on the way
    store::OpId op;
    int32_t slot = 0;
    frameworks::BadNumber number = frameworks::BadNumber::kNan;
    bool later_iteration = false;  // the way leads through the back edge of a loop
  };

  bool Leaves(store::EventId event);
  bool EagerLeaves(store::EventId event);
  bool LeavesFrom(const Place& place);
  bool ReadersLetLeave(const Place& place);
  bool LeavesThrough(const Place& place, store::OpId consumer, size_t input);
  // Whether what the op makes was read in an earlier execution, if anybody reads it.
  bool RanBefore(const Place& place) const;
  bool PassesOn(const Place& place, store::OpId consumer);
  frameworks::BadNumbers NumbersIn(store::EventId event) const;

  // A recording made to deceive may let ways part and meet without end.
  static constexpr int kMostSteps = 100'000, kDeepest = 1000;

  const store::Run& run_;
  const EventIndex& index_;
  GraphLinks& links_;
  const BadValues& bad_;
  // Of one answer.
  std::set<store::EventId> events_seen_;
  std::map<std::tuple<store::OpId, int32_t, frameworks::BadNumber>, bool> places_;  // answers
  int steps_left_ = 0;
  int depth_ = 0;
};

}  // namespace tdbg::query
