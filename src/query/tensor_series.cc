#include "query/tensor_series.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "query/float_limits.h"

namespace tdbg::query {
namespace {

using store::EventId;

// Of one place of the program and one step; what it asks for beyond is not followed.
constexpr size_t kMostOfOnePlace = 256;

bool IsMeasured(const store::Run& run, EventId event) {
  return run.events.badness[event] != store::Badness::kBad &&
         run.events.badness[event] != store::Badness::kFailed && run.MayTellMoments(event);
}

bool IsFloat(tensor::DType dtype) {
  return LimitsOf(dtype).has_value() && dtype != tensor::DType::kComplex64 &&
         dtype != tensor::DType::kComplex128;
}

// False where something is not known, or not all elements are finite.
bool Measure(const store::Digest& digest, Moment& moment) {
  const bool known = digest.elements && digest.zero && digest.min && digest.max && digest.mean &&
                     digest.variance && digest.l2;
  if (!known || digest.bad.value_or(true) || *digest.elements == 0) return false;
  moment.elements = *digest.elements;
  moment.zero = *digest.zero;
  moment.subnormal = digest.subnormal.value_or(0);
  moment.min = *digest.min;
  moment.max = *digest.max;
  moment.mean = *digest.mean;
  moment.variance = *digest.variance;
  moment.l2 = *digest.l2;
  return true;
}

}  // namespace

double Moment::largest() const { return std::max(std::abs(min), std::abs(max)); }

double Moment::rms() const { return l2 / std::sqrt(static_cast<double>(elements)); }

bool Moment::SameNumbers(const Moment& other) const {
  return elements == other.elements && zero == other.zero && min == other.min && max == other.max &&
         mean == other.mean && l2 == other.l2;
}

TensorSeries::TensorSeries(const store::Run& run, const EventIndex& index, const Steps& steps,
                           const AlertList& alerts)
    : run_(run), index_(index), steps_(steps), alerts_(alerts) {
  Extend();
}

void TensorSeries::Extend() {
  size_t from = FirstChange();
  const size_t end = FirstBirth();
  if (end != end_) from = std::min({from, end, end_});
  end_ = end;
  if (from == Revisions::kNone) return;
  GiveBack(from);
  taken_ = std::min(index_.chronological().size(), end_);
  for (size_t rank = from; rank < taken_; ++rank) Take(static_cast<uint32_t>(rank));
  revisions_.Add(from);
}

// The first position whose event is new or of another step than it was.
size_t TensorSeries::FirstChange() {
  size_t from = index_.revisions().FirstSince(index_seen_);
  index_seen_ = index_.revisions().count();
  const size_t execution = steps_.revisions().FirstSince(steps_seen_);
  steps_seen_ = steps_.revisions().count();
  if (execution == Revisions::kNone) return from;
  const auto events = index_.chronological();
  for (size_t rank = 0; rank < std::min({events.size(), taken_, from}); ++rank) {
    const store::ExecutionId own = run_.events.execution[events[rank]];
    if (own.valid() && own.index() >= execution) return rank;
  }
  return from;
}

size_t TensorSeries::FirstBirth() const {
  const auto birth = std::ranges::find(alerts_.alerts(), Verdict::kOrigin, &Alert::verdict);
  return birth == alerts_.alerts().end() ? Revisions::kNone : index_.rank(birth->event);
}

void TensorSeries::GiveBack(size_t from) {
  for (Series& series : series_) {
    while (!series.moments.empty() && series.moments.back().rank >= from) series.moments.pop_back();
  }
  for (auto& [key, place] : of_eager_) place.step.reset();
}

void TensorSeries::Take(uint32_t rank) {
  const EventId event = index_.chronological()[rank];
  if (!IsMeasured(run_, event) || !IsFloat(run_.events.dtype[event])) return;
  if (run_.only_read.contains(event)) return;
  const std::optional<int64_t> step = steps_.Of(run_.events.execution[event]);
  if (!step) return;
  const auto digest = run_.values->ReadDigest(event);
  Moment moment;
  if (!digest.ok() || !Measure(*digest, moment)) return;
  Series* const series = SeriesOf(event, *step);
  if (series == nullptr) return;
  moment.rank = rank;
  moment.event = event;
  moment.step = *step;
  series->moments.push_back(moment);
}

Series* TensorSeries::SeriesOf(EventId event, int64_t step) {
  const store::OpId op = run_.events.op[event];
  if (!op.valid()) return EagerSeriesOf(event, step);
  const auto [it, added] =
      of_op_.try_emplace(std::pair(op, run_.events.slot[event]), series_.size());
  return &Add(it->second, event);
}

Series* TensorSeries::EagerSeriesOf(EventId event, int64_t step) {
  const store::Execution& execution = run_.executions[run_.events.execution[event]];
  if (execution.graph.valid()) return nullptr;
  // A native recorder asks for stacks only now and then, and they must not part what belongs
  // together.
  const store::StackId stack =
      run_.format == store::Format::kNative ? store::StackId() : execution.stack;
  EagerPlace& place = of_eager_[EagerKey(stack, execution.op_type, run_.events.slot[event])];
  if (place.step != step) {
    place.next = 0;
    const auto is_of_step = [&](size_t series) {
      return !series_[series].moments.empty() && series_[series].moments.back().step == step;
    };
    while (place.next < place.series.size() && is_of_step(place.series[place.next])) ++place.next;
    place.step = step;
  }
  if (place.next == kMostOfOnePlace) return nullptr;
  if (place.next == place.series.size()) place.series.push_back(series_.size());
  return &Add(place.series[place.next++], event);
}

// The series at `place`, which is made where it is the next one.
Series& TensorSeries::Add(size_t place, EventId event) {
  if (place == series_.size()) {
    series_.push_back({.op = run_.events.op[event],
                       .slot = run_.events.slot[event],
                       .dtype = run_.events.dtype[event],
                       .moments = {}});
  }
  return series_[place];
}

const Series* TensorSeries::Of(store::OpId op, int32_t slot) const {
  const auto found = of_op_.find(std::pair(op, slot));
  if (found == of_op_.end() || series_[found->second].moments.empty()) return nullptr;
  return &series_[found->second];
}

Coverage CoverageOf(const store::Run& run, const Steps& steps) {
  Coverage coverage;
  std::set<int64_t> all;
  std::set<int64_t> measured;
  for (const EventId event : run.events.ids()) {
    const std::optional<int64_t> step = steps.Of(run.events.execution[event]);
    if (!step || !IsFloat(run.events.dtype[event])) continue;
    ++coverage.tensors;
    all.insert(*step);
    if (!run.MayTellMoments(event)) continue;
    ++coverage.measured;
    measured.insert(*step);
  }
  coverage.steps = static_cast<int64_t>(all.size());
  coverage.measured_steps = static_cast<int64_t>(measured.size());
  return coverage;
}

}  // namespace tdbg::query
