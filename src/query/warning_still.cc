// What no longer moves: activations that are zero, variables that stay what they are, outputs that
// are the same for all inputs.
#include <algorithm>
#include <cmath>

#include "query/warning_rules.h"

namespace tdbg::query {
namespace {

using frameworks::Calculation;
using store::OpId;

// Whether the op works in a graph that trains and is not itself of the gradients.
bool IsOfModel(const WarningMaterial& material, const Series& series) {
  if (!series.op.valid()) return false;
  const TrainingGraph& graph = material.training.Of(material.run.graphs.op(series.op).graph);
  return graph.trains() && graph.IsForward(series.op);
}

// An activation whose elements are summed up is a margin, as a hinge loss has: it is zero where all
// is well.
bool IsSummedUp(const WarningMaterial& material, OpId op) {
  return std::ranges::any_of(material.training.RealReaders(op), [&](OpId reader) {
    const Calculation calculation = WrittenCalculation(material.run, reader);
    return calculation == Calculation::kSum || calculation == Calculation::kMean;
  });
}

bool MayLoseSpread(Calculation calculation) {
  switch (calculation) {
    case Calculation::kMatrixProduct:
    case Calculation::kOtherSums:
    case Calculation::kAdd:
    case Calculation::kSigmoid:
    case Calculation::kTanh:
    case Calculation::kSoftmax:
      return true;
    default:
      return false;
  }
}

const Moment* AtStep(const Series& series, int64_t step) {
  const auto found = std::ranges::lower_bound(series.moments, step, {}, &Moment::step);
  return found != series.moments.end() && found->step == step ? &*found : nullptr;
}

// Whether what the op read in that step had spread: its first input, and of the others those that
// are of some size and no variables. What is not known has none.
bool ReadSpread(const WarningMaterial& material, OpId id, int64_t step) {
  const store::Op& op = material.run.graphs.op(id);
  for (size_t i = 0; i < op.inputs.size(); ++i) {
    const store::InputRef& input = op.inputs[i];
    if (input.slot == store::InputRef::kControl) continue;
    const OpId read = material.run.graphs.FindOp(op.graph, input.op);
    const bool variable = read.valid() && material.links.role(read) == OpRole::kReadVariable;
    const Series* const series = read.valid() ? material.series.Of(read, input.slot) : nullptr;
    const Moment* const moment = series == nullptr ? nullptr : AtStep(*series, step);
    if (i > 0 && (variable || (moment != nullptr && moment->elements < kEnoughElements))) continue;
    if (moment == nullptr || !moment->has_spread()) return false;
  }
  return !op.inputs.empty();
}

}  // namespace

void FindDeadUnits(const WarningMaterial& material, std::vector<Warning>& found) {
  for (const Series& series : material.series.all()) {
    if (CalculationOf(material, series) != Calculation::kRelu) continue;
    if (series.op.valid() && IsSummedUp(material, series.op)) continue;
    const auto dead =
        LastThatShow(std::span<const Moment>(series.moments), [](const Moment& moment) {
          return moment.elements >= kEnoughElements && moment.zero == moment.elements;
        });
    if (StepsOf(dead) < kEnoughSteps) continue;
    found.push_back(WarningOn(WarningKind::kDeadUnits, Certainty::kCounted, dead));
  }
}

void FindUnchangedVariables(const WarningMaterial& material, std::vector<Warning>& found) {
  for (const Series& series : material.series.all()) {
    const std::span<const Moment> moments = series.moments;
    if (!series.op.valid() || StepsOf(moments) < kEnoughSteps) continue;
    if (material.links.role(series.op) != OpRole::kReadVariable) continue;
    const TrainingGraph& graph = material.training.Of(material.run.graphs.op(series.op).graph);
    const bool changed =
        graph.trains() && graph.changed_variables.contains(material.training.VariableOf(series.op));
    // A single number may be a rate or a counter, and one that is zero a mean of nothing yet.
    if (!changed || moments.front().elements < 2 || moments.front().largest() == 0) continue;
    const bool unchanged = std::ranges::all_of(
        moments, [&](const Moment& moment) { return moment.SameNumbers(moments.front()); });
    if (!unchanged) continue;
    Warning warning = WarningOn(WarningKind::kUnchangedVariable, Certainty::kCounted, moments);
    warning.before = warning.now = moments.front().largest();
    found.push_back(warning);
  }
}

void FindLostSpread(const WarningMaterial& material, std::vector<Warning>& found) {
  for (const Series& series : material.series.all()) {
    const std::span<const Moment> moments = series.moments;
    if (!IsOfModel(material, series) || !MayLoseSpread(WrittenCalculation(material.run, series.op)))
      continue;
    const auto without = LastThatShow(moments, [&](const Moment& moment) {
      return moment.elements >= kEnoughElements && !moment.has_spread();
    });
    if (StepsOf(without) < kEnoughSteps) continue;
    const bool lost_here = std::ranges::all_of(without, [&](const Moment& moment) {
      return ReadSpread(material, series.op, moment.step);
    });
    if (!lost_here) continue;
    const bool from_beginning = without.size() == moments.size();
    Warning warning =
        WarningOn(from_beginning ? WarningKind::kConstantOutput : WarningKind::kLostSpread,
                  Certainty::kCounted, without);
    if (!from_beginning) {
      warning.before = std::sqrt(moments[moments.size() - without.size() - 1].variance);
    }
    warning.now = without.back().min;
    found.push_back(warning);
  }
}

}  // namespace tdbg::query
