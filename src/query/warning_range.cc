// Numbers that leave the range of their type: at its lower end, where gradients vanish into zeros
// and subnormals, and at its upper end.
#include <algorithm>
#include <cmath>

#include "query/float_limits.h"
#include "query/warning_rules.h"

namespace tdbg::query {
namespace {

using frameworks::Calculation;

// A significand shorter than that of f32.
constexpr int kNarrow = 24;

constexpr int64_t kUnderflowSteps = 5;
constexpr double kUnderflowShare = 0.5;

double Share(int64_t part, int64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

// Of the elements that are not zero, those that are subnormal. A zero alone proves nothing: relu
// and dropout make them, too.
double SubnormalShare(const Moment& moment) {
  return Share(moment.subnormal, moment.elements - moment.zero);
}

// The series of what a cast read; null where that is not known.
const Series* CastFrom(const WarningMaterial& material, const Series& series) {
  if (CalculationOf(material, series) != Calculation::kCast || !series.op.valid()) return nullptr;
  const store::Op& op = material.run.graphs.op(series.op);
  if (op.inputs.empty()) return nullptr;
  const store::OpId read = material.run.graphs.FindOp(op.graph, op.inputs.front().op);
  return read.valid() ? material.series.Of(read, op.inputs.front().slot) : nullptr;
}

// Of a cast: the share of its elements that are zero and were none before.
double LostShare(const Series* from, const Moment& moment) {
  if (from == nullptr) return 0;
  const auto read = std::ranges::lower_bound(from->moments, moment.step, {}, &Moment::step);
  if (read == from->moments.end() || read->step != moment.step) return 0;
  return read->elements == moment.elements ? Share(moment.zero - read->zero, moment.elements) : 0;
}

// ---- The upper end

constexpr size_t kLeastGrown = 5;

// How near to the end: f16 from 2^11 on, f32 and bf16 from 2^96 on.
double NearEnd(const FloatLimits& limits) {
  return std::exp2(std::log2(limits.largest) * (limits.largest < 1e6 ? 0.6875 : 0.75));
}

// The step at which what grows is beyond the end. Growth by factors is taken for such only where
// the second half of it grew by at least as large a factor as the first; else it is taken for
// growth by equal amounts, which comes to the end later.
std::optional<int64_t> StepOfEnd(std::span<const Moment> grown, double largest) {
  const Moment& first = grown.front();
  const Moment& middle = grown[grown.size() / 2];
  const Moment& last = grown.back();
  const auto steps = static_cast<double>(last.step - middle.step);
  const auto steps_before = static_cast<double>(middle.step - first.step);
  if (steps <= 0 || steps_before <= 0 || first.largest() == 0) return std::nullopt;
  const double factor = std::log2(last.largest() / middle.largest()) / steps;
  const double factor_before = std::log2(middle.largest() / first.largest()) / steps_before;
  double left = (largest - last.largest()) / ((last.largest() - middle.largest()) / steps);
  if (factor >= factor_before) left = std::log2(largest / last.largest()) / factor;
  // What is told further ahead than was looked back is a guess.
  if (!(left <= static_cast<double>(last.step - first.step))) return std::nullopt;
  return last.step + static_cast<int64_t>(std::ceil(std::max(left, 1.0)));
}

std::optional<Warning> GrowsToTheEnd(const Series& series, const FloatLimits& limits) {
  const std::span<const Moment> moments = series.moments;
  if (moments.empty() || moments.back().largest() < NearEnd(limits)) return std::nullopt;
  size_t first = moments.size() - 1;
  while (first > 0 && moments[first - 1].largest() < moments[first].largest()) --first;
  const auto grown = moments.subspan(first);
  if (grown.size() < kLeastGrown || StepsOf(grown) < static_cast<int64_t>(kLeastGrown)) {
    return std::nullopt;
  }
  const auto end = StepOfEnd(grown, limits.largest);
  if (!end) return std::nullopt;
  Warning warning = WarningOn(WarningKind::kHeadroom, Certainty::kLikely, grown);
  warning.before = grown.front().largest();
  warning.now = grown.back().largest();
  warning.against = limits.largest;
  warning.end_step = end;
  return warning;
}

// Within a factor of two of the end all the time, and not always the same number, which a mask
// would be.
std::optional<Warning> StaysAtTheEnd(const Series& series, const FloatLimits& limits) {
  const auto near =
      LastThatShow(std::span<const Moment>(series.moments), [&](const Moment& moment) {
        return moment.max > limits.largest / 2 && moment.elements >= kEnoughElements;
      });
  if (StepsOf(near) < kEnoughSteps) return std::nullopt;
  const auto [least, most] = std::minmax_element(
      near.begin(), near.end(), [](const Moment& a, const Moment& b) { return a.max < b.max; });
  if (least->max == most->max || most->max == limits.largest) return std::nullopt;
  Warning warning = WarningOn(WarningKind::kHeadroom, Certainty::kCounted, near);
  warning.before = near.front().max;
  warning.now = near.back().max;
  warning.against = limits.largest;
  return warning;
}

}  // namespace

void FindUnderflow(const WarningMaterial& material, std::vector<Warning>& found) {
  for (const Series& series : material.series.all()) {
    const auto limits = LimitsOf(series.dtype);
    if (!limits || limits->digits >= kNarrow || !IsGradient(material, series)) continue;
    const Series* const from = CastFrom(material, series);
    const auto lost = [&](const Moment& moment) {
      return std::max(SubnormalShare(moment), LostShare(from, moment));
    };
    const auto shown =
        LastThatShow(std::span<const Moment>(series.moments), [&](const Moment& moment) {
          return moment.elements >= kEnoughElements && lost(moment) >= kUnderflowShare;
        });
    if (StepsOf(shown) < kUnderflowSteps) continue;
    Warning warning = WarningOn(WarningKind::kUnderflow, Certainty::kCounted, shown);
    warning.before = lost(shown.front());
    warning.now = lost(shown.back());
    const bool in_cast = lost(shown.back()) > SubnormalShare(shown.back());
    warning.against = in_cast ? 0 : limits->smallest_normal;
    found.push_back(warning);
  }
}

void FindHeadroom(const WarningMaterial& material, std::vector<Warning>& found) {
  for (const Series& series : material.series.all()) {
    const auto limits = LimitsOf(series.dtype);
    if (!limits) continue;
    std::optional<Warning> warning = GrowsToTheEnd(series, *limits);
    const bool small_range = limits->largest < 1e6;
    if (!warning && small_range && !IsGradient(material, series)) {
      warning = StaysAtTheEnd(series, *limits);
    }
    if (warning) found.push_back(*warning);
  }
}

}  // namespace tdbg::query
