#include "query/eager_rounds.h"

#include <algorithm>

namespace tdbg::query {
namespace {

using store::ExecutionId;

// For each place of the list: how much of what begins there is what the list begins with.
std::vector<size_t> LikeBeginning(const std::vector<StringId>& list) {
  std::vector<size_t> like(list.size(), 0);
  size_t begin = 0, end = 0;  // what ends last of all that is like the beginning
  for (size_t i = 1; i < list.size(); ++i) {
    size_t& length = like[i];
    if (i < end) length = std::min(end - i, like[i - begin]);
    while (i + length < list.size() && list[length] == list[i + length]) ++length;
    if (i + length > end) {
      begin = i;
      end = i + length;
    }
  }
  return like;
}

}  // namespace

EagerRounds::EagerRounds(const store::Run& run, ExecutionId last) : run_(run) {
  if (!last.valid()) return;
  const store::ThreadId thread = run.executions[last].thread;
  std::vector<StringId> types;  // latest first
  for (size_t i = last.index() + 1; i-- > 0 && all_.size() < kMostLookedAt;) {
    const ExecutionId id(i);
    if (run.executions[id].thread != thread) continue;
    all_.push_back(id);
    types.push_back(run.executions[id].op_type);
  }
  std::reverse(all_.begin(), all_.end());
  // Ops that repeat within a round end where the round does: what goes back furthest is the loop.
  const std::vector<size_t> like = LikeBeginning(types);
  for (size_t length = 1; length < like.size(); ++length) {
    constexpr size_t kLeastRounds = 3;
    const size_t repeating = length + like[length];
    if (repeating < kLeastRounds * length || repeating <= repeating_) continue;
    length_ = length;
    repeating_ = repeating;
  }
}

std::vector<ExecutionId> EagerRounds::Of(ExecutionId execution) const {
  const auto found = std::lower_bound(all_.begin(), all_.end(), execution);
  if (found == all_.end() || *found != execution || length_ == 0) return {execution};
  const size_t first = all_.size() - repeating_;
  auto at = static_cast<size_t>(found - all_.begin());
  std::vector<ExecutionId> rounds = {execution};
  while (at >= first + length_) {
    at -= length_;
    rounds.push_back(all_[at]);
  }
  std::reverse(rounds.begin(), rounds.end());
  return rounds;
}

store::StackId EagerRounds::StackOf(ExecutionId execution) const {
  const std::vector<ExecutionId> rounds = Of(execution);
  for (auto it = rounds.rbegin(); it != rounds.rend(); ++it) {
    if (const store::StackId stack = run_.executions[*it].stack; stack.valid()) return stack;
  }
  return store::StackId();
}

}  // namespace tdbg::query
