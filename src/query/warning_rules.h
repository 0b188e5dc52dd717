// The rules that find warnings. Each reads the series of a run and adds what it finds; none reads a
// recording. A rule asks for several steps and for tensors of some size, since a warning that
// proves nothing is worse than none.
#pragma once

#include <vector>

#include "query/graph_links.h"
#include "query/tensor_series.h"
#include "query/training_graph.h"
#include "query/warning.h"

namespace tdbg::query {

struct WarningMaterial {
  const store::Run& run;
  const TensorSeries& series;
  GraphLinks& links;
  TrainingGraphs& training;
};

void FindUnderflow(const WarningMaterial& material, std::vector<Warning>& found);
void FindHeadroom(const WarningMaterial& material, std::vector<Warning>& found);
void FindVanishedGradients(const WarningMaterial& material, std::vector<Warning>& found);
void FindExplodingGradients(const WarningMaterial& material, std::vector<Warning>& found);
void FindDeadUnits(const WarningMaterial& material, std::vector<Warning>& found);
void FindSaturation(const WarningMaterial& material, std::vector<Warning>& found);
void FindDivergence(const WarningMaterial& material, std::vector<Warning>& found);
void FindUnchangedVariables(const WarningMaterial& material, std::vector<Warning>& found);
void FindLostSpread(const WarningMaterial& material, std::vector<Warning>& found);

// ---- What the rules have in common

// Below these a statistic may well be chance.
inline constexpr int64_t kEnoughElements = 32;
inline constexpr int64_t kEnoughSteps = 10;

// The moments at the end of the series that all show the trouble.
template <typename Shows>
std::span<const Moment> LastThatShow(std::span<const Moment> moments, Shows shows) {
  size_t first = moments.size();
  while (first > 0 && shows(moments[first - 1])) --first;
  return moments.subspan(first);
}

// How many different steps the moments are of.
int64_t StepsOf(std::span<const Moment> moments);

// A warning about these moments, which must not be empty.
Warning WarningOn(WarningKind kind, Certainty certainty, std::span<const Moment> moments);

// What the series' op computes, and of which type an eager op is.
frameworks::Calculation CalculationOf(const WarningMaterial& material, const Series& series);

// Whether differentiation made the tensor: by the op's name or, of an eager op, by its stack.
bool IsGradient(const WarningMaterial& material, const Series& series);

}  // namespace tdbg::query
