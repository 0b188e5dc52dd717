// Gradients of a model's weights: one layer's beside the others', and each beside what it was.
#include <algorithm>
#include <functional>
#include <iterator>
#include <map>

#include "query/warning_rules.h"

namespace tdbg::query {
namespace {

using frameworks::Calculation;

// The gradient of a matrix or a convolution's filter: it is a product, and no gradient is made of
// it. Those of biases are left out: behind a normalisation they are zero by nature.
bool IsOfWeights(const WarningMaterial& material, const Series& series) {
  if (!series.op.valid() || series.moments.empty()) return false;
  const TrainingGraph& graph = material.training.Of(material.run.graphs.op(series.op).graph);
  if (!graph.gradients.contains(series.op)) return false;
  const Calculation calculation = WrittenCalculation(material.run, series.op);
  if (calculation != Calculation::kMatrixProduct && calculation != Calculation::kOtherSums) {
    return false;
  }
  const std::vector<store::OpId> readers = material.training.RealReaders(series.op);
  return !readers.empty() && std::ranges::none_of(readers, [&](store::OpId reader) {
    return graph.gradients.contains(reader);
  });
}

std::map<store::GraphId, std::vector<const Series*>> WeightGradients(
    const WarningMaterial& material) {
  std::map<store::GraphId, std::vector<const Series*>> gradients;
  for (const Series& series : material.series.all()) {
    if (!IsOfWeights(material, series)) continue;
    gradients[material.run.graphs.op(series.op).graph].push_back(&series);
  }
  return gradients;
}

// The largest root of the mean square of the graph's gradients, by step.
std::map<int64_t, double> Largest(const std::vector<const Series*>& gradients) {
  std::map<int64_t, double> largest;
  for (const Series* series : gradients) {
    for (const Moment& moment : series->moments) {
      double& most = largest[moment.step];
      most = std::max(most, moment.rms());
    }
  }
  return largest;
}

}  // namespace

// In most of the steps, and not only in the last: once the layers above have learnt what they can
// alone, their gradients become small, too.
void FindVanishedGradients(const WarningMaterial& material, std::vector<Warning>& found) {
  constexpr double kVanished = 1e-6;
  constexpr double kMostSteps = 0.75;
  for (const auto& [graph, gradients] : WeightGradients(material)) {
    const std::map<int64_t, double> largest = Largest(gradients);
    for (const Series* series : gradients) {
      std::vector<Moment> shown;
      std::ranges::copy_if(series->moments, std::back_inserter(shown), [&](const Moment& moment) {
        const double most = largest.at(moment.step);
        return moment.elements >= kEnoughElements && most > 0 && moment.rms() <= kVanished * most;
      });
      const int64_t steps = StepsOf(shown);
      const auto all = static_cast<double>(StepsOf(series->moments));
      if (steps < kEnoughSteps || static_cast<double>(steps) < kMostSteps * all) continue;
      Warning warning = WarningOn(WarningKind::kVanishedGradient, Certainty::kCounted, shown);
      warning.before = shown.front().rms();
      warning.now = shown.back().rms();
      warning.against = largest.at(shown.back().step);
      found.push_back(warning);
    }
  }
}

void FindExplodingGradients(const WarningMaterial& material, std::vector<Warning>& found) {
  constexpr double kExploded = 1000;
  constexpr size_t kFirst = 5;
  constexpr size_t kRising = 4;
  for (const auto& [graph, gradients] : WeightGradients(material)) {
    for (const Series* series : gradients) {
      const std::span<const Moment> moments = series->moments;
      if (StepsOf(moments) < static_cast<int64_t>(kFirst + kRising)) continue;
      std::vector<double> first;
      for (const Moment& moment : moments.first(kFirst)) first.push_back(moment.rms());
      std::ranges::sort(first);
      const double usual = first[kFirst / 2];
      const auto last = moments.last(kRising);
      const bool rising = std::ranges::is_sorted(last, std::less_equal<>(), &Moment::rms);
      if (usual == 0 || !rising || last.back().rms() < kExploded * usual) continue;
      const auto grown =
          LastThatShow(moments, [&](const Moment& moment) { return moment.rms() > 10 * usual; });
      if (grown.empty()) continue;
      Warning warning = WarningOn(WarningKind::kExplodingGradient, Certainty::kLikely, grown);
      warning.before = usual;
      warning.now = grown.back().rms();
      found.push_back(warning);
    }
  }
}

}  // namespace tdbg::query
