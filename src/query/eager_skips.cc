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

constexpr size_t kFarthestQuestion = 2000;    // events between an overflow and the question
constexpr size_t kFarthestNumber = 2000;      // events between the question and a number handed in
constexpr uint32_t kFarthestAssignment = 60;  // executions between the question and the new scale
constexpr uint32_t kFarthestRead = 8;         // between reading the scale and assigning it
constexpr uint32_t kAtOnce = 10;              // between assignments that belong together
constexpr int kDeepestLookBack = 64;

// How scalers lower their scale.
bool IsLowered(double before, double after) {
  for (const double by : {2.0, 4.0, 8.0, 10.0, 16.0}) {
    if (before == after * by) return true;
  }
  return false;
}

}  // namespace

bool EagerSkips::IsEager(EventId event) const {
  return !run_.events.op[event].valid() && run_.events.execution[event].valid();
}

store::StackId EagerSkips::StackOf(EventId event) const {
  return run_.executions[run_.events.execution[event]].stack;
}

// Whether differentiation ran the op.
bool EagerSkips::IsOfGradient(store::StackId stack) {
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
  if (!IsEager(answer)) return false;
  const ExecutionId execution = run_.events.execution[answer];
  const auto meaning = frameworks::AnswerToBad(run_.strings[run_.executions[execution].op_type]);
  if (!meaning) return false;
  const auto digest = run_.values->ReadDigest(answer);
  if (!digest.ok()) return false;
  return (*meaning ? digest->positive : digest->zero).value_or(0) > 0;
}

// Whether nobody is known to have kept the value or anything bad that was made of it.
bool EagerSkips::StaysHere(EventId event, int depth) const {
  const auto readers = run_.readers.find(event);
  if (readers == run_.readers.end()) return true;
  if (readers->second.leaves || depth > kDeepestLookBack) return false;
  return std::ranges::all_of(readers->second.bad,
                             [&](EventId made) { return StaysHere(made, depth + 1); });
}

// Gradients that overflowed before the position, asked for in one call, in order of time; nullopt
// where something bad that was made of them is kept.
std::optional<std::vector<EventId>> EagerSkips::OverflowsBefore(size_t position) {
  const auto order = index_.chronological();
  std::vector<EventId> found;
  const size_t end = position - std::min(position, kFarthestQuestion);
  for (size_t i = position; i-- > end;) {
    const EventId event = order[i];
    if (!IsEager(event) || !bad_.IsBad(event) || handled_.contains(event)) continue;
    const bool born = run_.events.badness[event] == store::Badness::kBad &&
                      run_.events.judgement[event] == Judgement(Verdict::kOrigin, Source::kOp);
    if (!born || !IsOfGradient(StackOf(event)) || IsAtPole(run_, event)) continue;
    if (!StaysHere(event, 0)) return std::nullopt;
    found.push_back(event);
  }
  std::ranges::reverse(found);
  return found;
}

std::optional<double> EagerSkips::NumberOf(EventId event) const {
  if (!event.valid()) return std::nullopt;
  const auto digest = run_.values->ReadDigest(event);
  const bool known = digest.ok() && tensor::MayBeBad(digest->dtype) && digest->elements == 1;
  return known ? digest->max : std::nullopt;
}

// A variable was given a single number, smaller than one that was read just before.
bool EagerSkips::LowersVariable(SkippedStep& step) const {
  const ExecutionId asked = run_.events.execution[step.asked];
  const auto made = [&](uint32_t execution) -> EventId {
    const store::Execution& by = run_.executions[ExecutionId(execution)];
    return by.num_events == 1 ? by.first_event : EventId();
  };
  const auto end = static_cast<uint32_t>(
      std::min<size_t>(run_.executions.size(), size_t{asked.index()} + kFarthestAssignment));
  for (uint32_t i = asked.index() + 1; i < end; ++i) {
    if (RoleOf(run_.strings[run_.executions[ExecutionId(i)].op_type]) != OpRole::kAssign) continue;
    const auto after = NumberOf(made(i - 1));
    for (uint32_t back = 2; after && back <= kFarthestRead && i - back > asked.index(); ++back) {
      const store::Execution& read = run_.executions[ExecutionId(i - back)];
      if (RoleOf(run_.strings[read.op_type]) != OpRole::kReadVariable) continue;
      const auto before = NumberOf(made(i - back));
      if (!before || *before <= *after) continue;
      step.before = made(i - back);
      step.after = made(i - 1);
      return true;
    }
  }
  return false;
}

// A number of the program's own went in before, and a part of it came afterwards.
bool EagerSkips::LowersHandedIn(SkippedStep& step) const {
  const auto order = index_.chronological();
  const auto handed_in = [&](size_t position) -> std::optional<double> {
    const EventId event = order[position];
    if (!IsEager(event)) return std::nullopt;
    const ExecutionId execution = run_.events.execution[event];
    const OpRole role = RoleOf(run_.strings[run_.executions[execution].op_type]);
    return role == OpRole::kDataset ? NumberOf(event) : std::nullopt;
  };
  const size_t asked = index_.rank(step.asked), born = index_.rank(step.overflow);
  const size_t begin = born - std::min(born, kFarthestNumber);
  const size_t end = std::min(order.size(), asked + kFarthestNumber);
  for (size_t i = asked + 1; i < end; ++i) {
    const auto after = handed_in(i);
    for (size_t j = born; after && *after > 0 && j-- > begin;) {
      const auto before = handed_in(j);
      if (!before || !IsLowered(*before, *after)) continue;
      step.before = order[j];
      step.after = order[i];
      return true;
    }
  }
  return false;
}

bool EagerSkips::LowersNumber(SkippedStep& step) const {
  if (LowersVariable(step) || LowersHandedIn(step)) return true;
  // A number that has gone in before may be remembered by the framework, and leaves no trace.
  const store::StackId stack = StackOf(step.overflow);
  return std::ranges::any_of(skipped_, [&](const auto& known) {
    return known.first < step.overflow && StackOf(known.first) == stack;
  });
}

// Whether something was assigned after what a skipped step assigns: then a step was taken.
bool EagerSkips::AssignsLater(EventId asked, EventId overflow) const {
  uint32_t last = run_.events.execution[asked].index();
  const uint32_t end = run_.events.execution[overflow].index();
  for (uint32_t i = last + 1; i < end; ++i) {
    if (RoleOf(run_.strings[run_.executions[ExecutionId(i)].op_type]) != OpRole::kAssign) continue;
    if (i - last > kAtOnce) return true;
    last = i;
  }
  return false;
}

int64_t EagerSkips::InARow(const SkippedStep& step) const {
  const auto next = skipped_.lower_bound(step.overflow);
  if (next == skipped_.begin()) return 1;
  const SkippedStep& before = std::prev(next)->second;
  return AssignsLater(before.asked, step.overflow) ? 1 : before.in_a_row + 1;
}

// Whether the answer needs no second look when there is more of the recording.
bool EagerSkips::IsSettled(EventId answer) {
  const auto overflows = OverflowsBefore(index_.rank(answer));
  if (!overflows || overflows->empty()) return true;
  SkippedStep step;
  step.execution = run_.events.execution[overflows->front()];
  step.asked = answer;
  step.overflow = overflows->front();
  if (!LowersNumber(step)) return false;
  step.in_a_row = InARow(step);
  for (const EventId overflow : *overflows) handled_[overflow] = step.overflow;
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
  const auto at = std::ranges::partition_point(
      events, [&](EventId event) { return index_.rank(event) < index_.rank(birth); });
  return static_cast<size_t>(at - events.begin());
}

size_t EagerSkips::Extend() {
  const size_t changed = index_.revisions().FirstSince(index_seen_);
  index_seen_ = index_.revisions().count();
  if (run_.format != store::Format::kNative || changed == Revisions::kNone) return Revisions::kNone;
  GiveBack(changed);
  scanned_ = std::min(scanned_, changed);
  const auto order = index_.chronological();
  std::vector<EventId> waiting = std::exchange(pending_, {});
  for (; scanned_ < order.size(); ++scanned_) {
    if (FoundBad(order[scanned_])) waiting.push_back(order[scanned_]);
  }
  size_t first = Revisions::kNone;
  for (const EventId answer : waiting) {
    if (!IsSettled(answer)) pending_.push_back(answer);
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
    const bool sunk =
        alert.event == known->second && skipped_.at(known->second).in_a_row == kMostSkippedInARow;
    if (!sunk) alert.verdict = Verdict::kHandled;
  }
}

}  // namespace tdbg::query
