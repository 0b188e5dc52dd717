#include "query/warning_rules.h"

#include "frameworks/op_types.h"

namespace tdbg::query {

const char* WarningName(WarningKind kind) {
  switch (kind) {
    case WarningKind::kUnderflow:
      return "underflow";
    case WarningKind::kHeadroom:
      return "headroom";
    case WarningKind::kVanishedGradient:
      return "vanished_gradient";
    case WarningKind::kExplodingGradient:
      return "exploding_gradient";
    case WarningKind::kDeadUnits:
      return "dead_units";
    case WarningKind::kSaturation:
      return "saturation";
    case WarningKind::kDivergence:
      return "divergence";
    case WarningKind::kUnchangedVariable:
      return "unchanged_variable";
    case WarningKind::kConstantOutput:
      return "constant_output";
    case WarningKind::kLostSpread:
      return "lost_spread";
  }
  return "";
}

int64_t StepsOf(std::span<const Moment> moments) {
  int64_t steps = 0;
  for (size_t i = 0; i < moments.size(); ++i) {
    steps += i == 0 || moments[i].step != moments[i - 1].step;
  }
  return steps;
}

Warning WarningOn(WarningKind kind, Certainty certainty, std::span<const Moment> moments) {
  Warning warning;
  warning.kind = kind;
  warning.certainty = certainty;
  warning.since = moments.front().event;
  warning.last = moments.back().event;
  warning.since_step = moments.front().step;
  warning.last_step = moments.back().step;
  warning.steps = StepsOf(moments);
  return warning;
}

frameworks::Calculation CalculationOf(const WarningMaterial& material, const Series& series) {
  if (series.op.valid()) return WrittenCalculation(material.run, series.op);
  if (series.moments.empty()) return frameworks::Calculation::kOther;
  const store::ExecutionId execution = material.run.events.execution[series.moments.front().event];
  return frameworks::CalculationOf(
      material.run.strings[material.run.executions[execution].op_type]);
}

bool IsGradient(const WarningMaterial& material, const Series& series) {
  const store::Run& run = material.run;
  if (series.op.valid()) {
    return material.training.Of(run.graphs.op(series.op).graph).gradients.contains(series.op);
  }
  if (series.moments.empty()) return false;
  const store::ExecutionId execution = run.events.execution[series.moments.front().event];
  for (const store::FrameId id : run.stacks.frames(run.executions[execution].stack)) {
    const store::Frame& frame = run.stacks.frame(id);
    if (frame.file.valid() &&
        frameworks::DifferentiatesIn(run.strings[run.sources[frame.file].path])) {
      return true;
    }
  }
  return false;
}

}  // namespace tdbg::query
