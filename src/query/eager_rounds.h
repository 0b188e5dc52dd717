// Eager ops have no node in a graph that would join them over time. But a program's loop asks for
// the same ops in the same order, round after round: which of them was the same one a round earlier
// is told by the order of their types.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "store/run.h"

namespace tdbg::query {

// What a thread had asked for up to one execution, and the rounds in which that repeats. A
// snapshot.
class EagerRounds {
 public:
  // Looks back over the last so many executions at most.
  static constexpr size_t kMostLookedAt = size_t{1} << 15;

  EagerRounds(const store::Run& run, store::ExecutionId last);

  // How many executions a round has; 0 where nothing repeats.
  size_t length() const { return length_; }

  // All that is looked at, in order; the last one is that which was asked about.
  std::span<const store::ExecutionId> all() const { return all_; }

  // The last round.
  std::span<const store::ExecutionId> last_round() const { return all().last(length_); }

  // The same one in each round up to this one, which comes last; it alone where nothing repeats,
  // and where it is none of all().
  std::vector<store::ExecutionId> Of(store::ExecutionId execution) const;

  // Where the execution was asked for; of one that does not tell, the last round before it that
  // does. Invalid if none does.
  store::StackId StackOf(store::ExecutionId execution) const;

 private:
  const store::Run& run_;
  std::vector<store::ExecutionId> all_;
  size_t length_ = 0;
  size_t repeating_ = 0;  // so many of the last ones are in rounds
};

}  // namespace tdbg::query
