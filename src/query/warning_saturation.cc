// Activations that are flat where their inputs are: what the steps so far make of the weights below
// them hardly changes what they make.
#include <algorithm>

#include "query/warning_rules.h"

namespace tdbg::query {
namespace {

using frameworks::Calculation;

constexpr double kFlat = 1e-3;

// The mean of the activation's slope: y(1 − y) of a sigmoid, 1 − y² of tanh. Of a softmax what the
// largest share leaves to the others: 1 − Σ y² of a row. nullopt where that is not known.
std::optional<double> MeanSlope(Calculation calculation, const Moment& moment) {
  const double square = moment.l2 * moment.l2 / static_cast<double>(moment.elements);
  switch (calculation) {
    case Calculation::kSigmoid:
      return moment.mean - square;
    case Calculation::kTanh:
      return 1 - square;
    case Calculation::kSoftmax:
      // The rows of a softmax sum up to 1, so its mean tells how long they are.
      if (moment.mean > 0.75) return std::nullopt;
      return 1 - square / moment.mean;
    default:
      return std::nullopt;
  }
}

// Whether the gradient goes through the activation.
bool IsTrainedThrough(const WarningMaterial& material, const Series& series) {
  const TrainingGraph& graph = material.training.Of(material.run.graphs.op(series.op).graph);
  return graph.differentiated.contains(series.op) && graph.IsForward(series.op);
}

}  // namespace

// Only where it was so from the first step on: a model that has learnt its data is flat, too.
void FindSaturation(const WarningMaterial& material, std::vector<Warning>& found) {
  for (const Series& series : material.series.all()) {
    const std::span<const Moment> moments = series.moments;
    if (!series.op.valid() || StepsOf(moments) < kEnoughSteps) continue;
    const Calculation calculation = WrittenCalculation(material.run, series.op);
    const bool flat = std::ranges::all_of(moments, [&](const Moment& moment) {
      const std::optional<double> slope = MeanSlope(calculation, moment);
      return slope && *slope <= kFlat && moment.elements >= kEnoughElements;
    });
    if (!flat || !IsTrainedThrough(material, series)) continue;
    Warning warning = WarningOn(WarningKind::kSaturation, Certainty::kCounted, moments);
    warning.before = std::max(*MeanSlope(calculation, moments.front()), 0.0);
    warning.now = std::max(*MeanSlope(calculation, moments.back()), 0.0);
    found.push_back(warning);
  }
}

}  // namespace tdbg::query
