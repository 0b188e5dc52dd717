// A loss that grows: ten times its lowest value, above where it began, and still rising.
#include <algorithm>
#include <functional>
#include <map>
#include <unordered_set>

#include "query/warning_rules.h"

namespace tdbg::query {
namespace {

using frameworks::Calculation;
using store::OpId;

constexpr double kDiverged = 10;
constexpr size_t kRisingMoments = 4;
constexpr int64_t kDivergingSteps = 6;

bool MakesLosses(Calculation calculation) {
  switch (calculation) {
    case Calculation::kMean:
    case Calculation::kSum:
    case Calculation::kAdd:
    case Calculation::kSubtract:
    case Calculation::kMultiply:
    case Calculation::kDivide:
    case Calculation::kNegative:
    case Calculation::kOtherSums:
      return true;
    default:
      return false;
  }
}

// The ops of a graph that trains which are made, by steps that can be differentiated, of what its
// gradients read: of predictions, so that a loss is among them and an accuracy is not.
std::unordered_set<OpId> MadeOfModel(const WarningMaterial& material, store::GraphId graph_id) {
  const TrainingGraph& graph = material.training.Of(graph_id);
  std::unordered_set<OpId> made(graph.differentiated);
  std::vector<OpId> to_follow(made.begin(), made.end());
  while (!to_follow.empty()) {
    const OpId op = to_follow.back();
    to_follow.pop_back();
    for (const GraphLinks::Reader& reader : material.links.Readers(op)) {
      const OpRole role = material.links.role(reader.op);
      const bool differentiable = role == OpRole::kCompute || role == OpRole::kPassThrough;
      if (reader.slot == store::InputRef::kControl || !differentiable) continue;
      if (!graph.IsForward(reader.op)) continue;
      if (made.insert(reader.op).second) to_follow.push_back(reader.op);
    }
  }
  return made;
}

std::optional<Warning> Diverges(const Series& series) {
  const std::span<const Moment> moments = series.moments;
  if (StepsOf(moments) < kDivergingSteps || moments.size() < kRisingMoments) return std::nullopt;
  const bool is_loss = std::ranges::all_of(
      moments, [](const Moment& moment) { return moment.elements == 1 && moment.max > 0; });
  if (!is_loss) return std::nullopt;
  const auto lowest = std::ranges::min_element(moments, {}, &Moment::max);
  const Moment& last = moments.back();
  const auto rising = moments.last(kRisingMoments);
  const bool goes_on = std::ranges::is_sorted(rising, std::less_equal<>(), &Moment::max) &&
                       last.max == std::ranges::max_element(moments, {}, &Moment::max)->max;
  if (!goes_on || last.max < kDiverged * lowest->max || last.max <= moments.front().max) {
    return std::nullopt;
  }
  Warning warning = WarningOn(WarningKind::kDivergence, Certainty::kLikely, {&*lowest, &last + 1});
  warning.before = lowest->max;
  warning.now = last.max;
  return warning;
}

// Whether the number, or one that it is made of, is added to something that it is not made of: a
// part of a loss may grow while the loss falls.
bool IsPart(const WarningMaterial& material, OpId id, const std::unordered_set<OpId>& of_model) {
  const auto is_number = [&](OpId op) {
    const Series* const series = material.series.Of(op, 0);
    return series != nullptr && series->moments.back().elements == 1;
  };
  std::unordered_set<OpId> made_of = {id};
  std::vector<OpId> to_follow = {id};
  while (!to_follow.empty()) {
    const store::Op& op = material.run.graphs.op(to_follow.back());
    to_follow.pop_back();
    for (const store::InputRef& input : op.inputs) {
      const OpId read = material.run.graphs.FindOp(op.graph, input.op);
      if (!read.valid() || !of_model.contains(read) || !is_number(read)) continue;
      if (made_of.insert(read).second) to_follow.push_back(read);
    }
  }
  return std::ranges::any_of(made_of, [&](OpId part) {
    return std::ranges::any_of(material.training.RealReaders(part), [&](OpId reader) {
      if (!of_model.contains(reader) || made_of.contains(reader)) return false;
      const Calculation calculation = WrittenCalculation(material.run, reader);
      return calculation == Calculation::kAdd || calculation == Calculation::kSubtract ||
             calculation == Calculation::kOtherSums;
    });
  });
}

// Of several numbers of one graph that grow the loss is told: a mean, if there is one, and the last
// that was computed.
bool IsRatherTheLoss(const WarningMaterial& material, const Series& series, const Series& other) {
  const auto is_mean = [&](const Series& one) {
    const Calculation calculation = CalculationOf(material, one);
    return calculation == Calculation::kMean || calculation == Calculation::kDivide;
  };
  if (is_mean(series) != is_mean(other)) return is_mean(series);
  return series.moments.back().rank > other.moments.back().rank;
}

}  // namespace

void FindDivergence(const WarningMaterial& material, std::vector<Warning>& found) {
  std::map<store::GraphId, std::unordered_set<OpId>> of_models;
  std::map<store::GraphId, std::pair<const Series*, Warning>> losses;
  for (const Series& series : material.series.all()) {
    if (series.moments.empty() || !MakesLosses(CalculationOf(material, series))) continue;
    const std::optional<Warning> warning = Diverges(series);
    if (!warning) continue;
    if (!series.op.valid()) {
      // Nothing tells what an eager number is used for, but what is averaged is mostly a loss.
      const bool averaged = CalculationOf(material, series) == Calculation::kMean;
      if (averaged && !IsGradient(material, series)) found.push_back(*warning);
      continue;
    }
    const store::GraphId graph = material.run.graphs.op(series.op).graph;
    if (!material.training.Of(graph).trains()) continue;
    const auto [of_model, added] = of_models.try_emplace(graph);
    if (added) of_model->second = MadeOfModel(material, graph);
    if (!of_model->second.contains(series.op)) continue;
    if (IsPart(material, series.op, of_model->second)) continue;
    const auto [loss, first] = losses.try_emplace(graph, &series, *warning);
    if (!first && IsRatherTheLoss(material, series, *loss->second.first)) {
      loss->second = {&series, *warning};
    }
  }
  for (const auto& [graph, loss] : losses) found.push_back(loss.second);
}

}  // namespace tdbg::query
