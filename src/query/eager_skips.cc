#include "query/eager_skips.h"

#include <algorithm>
#include <utility>

#include "frameworks/op_types.h"
#include "query/op_role.h"
#include "query/pole.h"
#include "query/revisions.h"
#include "tensor/dtype.h"

namespace tdbg::query {
namespace {

using store::EventId;
using store::ExecutionId;

constexpr size_t kFarthestQuestion = 300;  // events between the gradients and the question
constexpr size_t kFarthestNextStep = 5000;
constexpr uint32_t kFarthestAssignment = 60;  // executions between the question and the new scale
constexpr uint32_t kFarthestRead = 8;         // between reading the scale and assigning it
constexpr int kDeepest = 64;

}  // namespace

bool EagerSkips::IsEagerAt(size_t position) const {
  const EventId event = index_.chronological()[position];
  return !run_.events.op[event].valid() && run_.events.execution[event].valid();
}

// Whether it is only what an op read, written down because of what that made.
bool EagerSkips::IsOperandAt(size_t position) const {
  const EventId event = index_.chronological()[position];
  const ExecutionId execution = run_.events.execution[event];
  return run_.events.op[event].valid() && execution.valid() &&
         !run_.executions[execution].graph.valid();
}

// Whether differentiation ran the op.
bool EagerSkips::IsOfGradientAt(size_t position) {
  if (!IsEagerAt(position)) return false;
  const EventId event = index_.chronological()[position];
  const store::StackId stack = run_.executions[run_.events.execution[event]].stack;
  if (!stack.valid()) return false;
  const auto [known, added] = of_gradient_.try_emplace(stack, false);
  if (added) {
    known->second = std::ranges::any_of(run_.stacks.frames(stack), [&](store::FrameId id) {
      const store::Frame& frame = run_.stacks.frame(id);
      return frame.file.valid() &&
             frameworks::DifferentiatesIn(run_.strings[run_.sources[frame.file].path]);
    });
  }
  return known->second;
}

bool EagerSkips::FoundBad(EventId answer) const {
  const ExecutionId execution = run_.events.execution[answer];
  const auto meaning =
      frameworks::AnswerToBad(run_.strings[run_.executions[execution].op_type]);
  if (!meaning) return false;
  const auto digest = run_.values->ReadDigest(answer);
  if (!digest.ok()) return false;
  return (*meaning ? digest->positive : digest->zero).value_or(0) > 0;
}

// The last ones before the position.
std::optional<EagerSkips::Stretch> EagerSkips::GradientsBefore(size_t position) {
  size_t end = position;
  while (end > 0 && position - end < kFarthestQuestion && !IsOfGradientAt(end - 1)) --end;
  if (end == 0 || !IsOfGradientAt(end - 1)) return std::nullopt;
  size_t begin = end;
  while (begin > 0 && (IsOfGradientAt(begin - 1) || IsOperandAt(begin - 1))) --begin;
  return Stretch{begin, end};
}

// The scale: a variable that was given a single number, smaller than one that was read from a
// variable just before.
bool EagerSkips::FindScale(ExecutionId asked, SkippedStep& step) const {
  const auto single = [&](uint32_t execution) -> EventId {
    const store::Execution& made = run_.executions[ExecutionId(execution)];
    return made.num_events == 1 ? made.first_event : EventId();
  };
  const auto number = [&](EventId event) -> std::optional<double> {
    if (!event.valid()) return std::nullopt;
    const auto digest = run_.values->ReadDigest(event);
    const bool known = digest.ok() && tensor::MayBeBad(digest->dtype) && digest->elements == 1;
    return known ? digest->max : std::nullopt;
  };
  const auto end = static_cast<uint32_t>(std::min<size_t>(
      run_.executions.size(), size_t{asked.index()} + kFarthestAssignment));
  for (uint32_t i = asked.index() + 1; i < end; ++i) {
    const OpRole role = RoleOf(run_.strings[run_.executions[ExecutionId(i)].op_type]);
    if (role != OpRole::kAssign) continue;
    const EventId assigned = single(i - 1);
    const auto after = number(assigned);
    for (uint32_t back = 2; after && back <= kFarthestRead && i - back > asked.index(); ++back) {
      const store::Execution& read = run_.executions[ExecutionId(i - back)];
      if (RoleOf(run_.strings[read.op_type]) != OpRole::kReadVariable) continue;
      const auto before = number(single(i - back));
      if (!before || *before <= *after) continue;
      step.before = single(i - back);
      step.after = assigned;
      return true;
    }
  }
  return false;
}

bool EagerSkips::GoesOn(size_t position, SkippedStep& step) {
  const auto order = index_.chronological();
  if (FindScale(run_.events.execution[order[position]], step)) return true;
  const size_t end = std::min(order.size(), position + kFarthestNextStep);
  for (size_t i = position + 1; i < end; ++i) {
    if (IsOfGradientAt(i)) return true;
  }
  return false;
}

// Whether nobody is known to have kept the value or anything bad that was made of it.
bool EagerSkips::StaysHere(EventId event, int depth) const {
  const auto readers = run_.readers.find(event);
  if (readers == run_.readers.end()) return true;
  if (readers->second.leaves || depth > kDeepest) return false;
  return std::ranges::all_of(readers->second.bad,
                             [&](EventId made) { return StaysHere(made, depth + 1); });
}

bool EagerSkips::Overflowed(EventId event) const {
  return bad_.IsBad(event) && run_.events.badness[event] == store::Badness::kBad &&
         run_.events.judgement[event].verdict == Verdict::kOrigin && !IsAtPole(run_, event);
}

// Whether the answer at that position needs no second look.
bool EagerSkips::TryQuestion(size_t position) {
  const auto order = index_.chronological();
  const EventId answer = order[position];
  const auto stretch = GradientsBefore(position);
  if (!stretch) return true;
  std::vector<EventId> overflows;
  for (size_t i = stretch->begin; i < stretch->end; ++i) {
    if (!IsEagerAt(i) || !bad_.IsBad(order[i])) continue;
    if (!StaysHere(order[i], 0)) return true;
    if (Overflowed(order[i])) overflows.push_back(order[i]);
  }
  if (overflows.empty() || skipped_.contains(overflows.front())) return true;
  SkippedStep step;
  step.execution = run_.events.execution[overflows.front()];
  step.asked = answer;
  step.overflow = overflows.front();
  if (!GoesOn(position, step)) return false;
  if (const auto before = GradientsBefore(stretch->begin)) {
    for (size_t i = before->begin; i < before->end; ++i) {
      const auto known = skipped_.find(order[i]);
      if (known != skipped_.end()) step.in_a_row = known->second.in_a_row + 1;
    }
  }
  for (const EventId overflow : overflows) handled_[overflow] = step.overflow;
  skipped_[step.overflow] = step;
  return true;
}

void EagerSkips::GiveBack(size_t from) {
  std::erase_if(handled_, [&](const auto& one) {
    return index_.rank(skipped_.at(one.second).asked) >= from;
  });
  std::erase_if(skipped_, [&](const auto& one) { return index_.rank(one.second.asked) >= from; });
  std::erase_if(pending_, [&](EventId answer) { return index_.rank(answer) >= from; });
}

size_t EagerSkips::PositionOf(EventId birth) const {
  const auto events = bad_.events();
  const auto at = std::ranges::partition_point(events, [&](EventId event) {
    return index_.rank(event) < index_.rank(birth);
  });
  return static_cast<size_t>(at - events.begin());
}

size_t EagerSkips::Extend() {
  if (run_.format != store::Format::kNative) return Revisions::kNone;
  const size_t changed = index_.revisions().FirstSince(index_seen_);
  index_seen_ = index_.revisions().count();
  if (changed == Revisions::kNone) return Revisions::kNone;
  GiveBack(changed);
  scanned_ = std::min(scanned_, changed);
  const auto order = index_.chronological();
  size_t first = Revisions::kNone;
  std::vector<EventId> waiting = std::exchange(pending_, {});
  for (; scanned_ < order.size(); ++scanned_) {
    if (IsEagerAt(scanned_) && FoundBad(order[scanned_])) waiting.push_back(order[scanned_]);
  }
  for (const EventId answer : waiting) {
    const size_t before = skipped_.size();
    if (!TryQuestion(index_.rank(answer))) pending_.push_back(answer);
    if (skipped_.size() == before) continue;
    for (const auto& [birth, skip] : skipped_) {
      if (skip.asked == answer) first = std::min(first, PositionOf(birth));
    }
  }
  return first;
}

void EagerSkips::Judge(std::span<Alert> alerts) const {
  for (Alert& alert : alerts) {
    const auto known = handled_.find(alert.event);
    if (known == handled_.end() || alert.verdict != Verdict::kOrigin) continue;
    const bool sunk = alert.event == known->second &&
                      skipped_.at(known->second).in_a_row == kMostSkippedInARow;
    if (!sunk) alert.verdict = Verdict::kHandled;
  }
}

}  // namespace tdbg::query
