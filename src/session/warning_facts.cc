#include "session/warning_facts.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "base/printable.h"
#include "query/float_limits.h"
#include "session/tensor_facts.h"
#include "tensor/brief_number.h"

namespace tdbg::session {
namespace {

using query::Warning;
using query::WarningKind;
using tensor::BriefNumber;

std::string Percent(double share) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.0f %%", std::floor(share * 100));
  return text;
}

// "from 0.12 to 41.3, 344 times as much"
std::string Growth(const Warning& warning) {
  std::string text = "from " + BriefNumber(warning.before) + " to " + BriefNumber(warning.now);
  if (warning.before > 0) {
    text += ", " + BriefNumber(std::round(warning.now / warning.before)) + " times as much";
  }
  return text;
}

std::string HeadroomText(const Warning& warning, const std::string& type) {
  std::string text = "its largest element is " + BriefNumber(warning.now) + ", " + type +
                     " ends at " + BriefNumber(warning.against);
  if (!warning.end_step) return text;
  return text + "; it grows, and gets there about step " + std::to_string(*warning.end_step) +
         " if that goes on";
}

std::string TextOf(const Warning& warning, tensor::DType dtype) {
  const std::string type(tensor::Info(dtype).name);
  switch (warning.kind) {
    case WarningKind::kUnderflow:
      if (warning.against == 0) {
        return Percent(warning.now) + " of its elements became zero in this cast to " + type;
      }
      return Percent(warning.now) + " of its elements other than 0 are subnormal, below " +
             BriefNumber(warning.against) + ", where " + type + " has fewer digits and then none";
    case WarningKind::kHeadroom:
      return HeadroomText(warning, type);
    case WarningKind::kVanishedGradient:
      return "the gradient of these weights is " + BriefNumber(warning.now) +
             " (root of the mean square), that of another layer " + BriefNumber(warning.against);
    case WarningKind::kExplodingGradient:
      return "the gradient of these weights grows: " + Growth(warning);
    case WarningKind::kDeadUnits:
      return "all elements are zero: no gradient comes through";
    case WarningKind::kSaturation:
      return "it is flat where its inputs are: its mean slope is " + BriefNumber(warning.now) +
             ", and was from the first step on";
    case WarningKind::kDivergence:
      return "it grows: " + Growth(warning) + " since its lowest";
    case WarningKind::kUnchangedVariable:
      return "the variable is assigned in each step, and is still what it was";
    case WarningKind::kConstantOutput:
      return "all elements are " + BriefNumber(warning.now) + ", though those that it read differ";
    case WarningKind::kLostSpread:
      return "all elements became " + BriefNumber(warning.now) +
             ", though those that it read differ (standard deviation before: " +
             BriefNumber(warning.before) + ")";
  }
  return "";
}

std::string SureText(const Warning& warning) {
  const std::string steps = Counted(warning.steps, "measured step") + ", " +
                            std::to_string(warning.since_step) + " to " +
                            std::to_string(warning.last_step);
  if (warning.certainty == query::Certainty::kCounted) return "counted in " + steps;
  return "likely, from " + steps;
}

}  // namespace

WarningFacts Describe(RunView& view, const Warning& warning) {
  const store::Run& run = view.run();
  WarningFacts facts;
  facts.warning = warning;
  facts.run = run.id;
  facts.name = FactsOf(view, warning.since).name;
  const store::OpId id = run.events.op[warning.since];
  if (id.valid()) {
    const store::Op& op = run.graphs.op(id);
    facts.op = run.strings[op.name];
    facts.op_type = facts.written_type = run.strings[op.type];
    if (const auto written = run.written.find(id);
        written != run.written.end() && written->second.type.valid()) {
      facts.written_type = run.strings[written->second.type];
    }
    facts.graph = run.strings[run.graphs.graph(op.graph).name];
    if (const auto& forward = view.forward(id)) {
      facts.forward = forward->name;
      facts.line = forward->line;
    }
    if (!facts.line) facts.line = query::UserLine(run, op.stack);
  } else {
    const store::Execution& execution = run.executions[run.events.execution[warning.since]];
    facts.op_type = facts.written_type = run.strings[execution.op_type];
    facts.line = query::UserLine(run, execution.stack);
  }
  facts.text = TextOf(warning, run.events.dtype[warning.last]);
  facts.sure = SureText(warning);
  return facts;
}

std::vector<WarningFacts> WarningsOf(RunView& run) {
  std::vector<WarningFacts> facts;
  for (const Warning& warning : run.warnings()) facts.push_back(Describe(run, warning));
  return facts;
}

std::vector<WarningFacts> WarningsOf(const std::vector<RunView*>& runs) {
  std::vector<WarningFacts> all;
  for (RunView* const run : runs) {
    for (WarningFacts& facts : WarningsOf(*run)) all.push_back(std::move(facts));
  }
  return all;
}

std::vector<std::string> Unseen(RunView& view) {
  const query::Coverage coverage = query::CoverageOf(view.run(), view.steps());
  if (coverage.tensors == 0) {
    return {"no tensor belongs to a step, and warnings speak of what lasts for several steps"};
  }
  const bool tells_steps = view.run().format == store::Format::kNative;
  const std::string remedy = tells_steps ? "; --mode full_health measures every step" : "";
  std::vector<std::string> unseen;
  const bool has_birth = view.alert_counts().origin > 0;
  const bool any = std::ranges::any_of(view.tensor_series().all(), [](const query::Series& series) {
    return !series.moments.empty();
  });
  if (!any) {
    unseen.push_back(std::string("there are no minimum, maximum and moments of any tensor") +
                     (has_birth ? " before the first birth" : "") + remedy);
    return unseen;
  }
  if (has_birth) unseen.push_back("what came after the first birth is left out");
  if (coverage.measured_steps < coverage.steps) {
    unseen.push_back("statistics are there of " + std::to_string(coverage.measured_steps) + " of " +
                     Counted(coverage.steps, "step") + remedy);
  }
  unseen.push_back("units of a layer that are dead one by one are not looked for");
  return unseen;
}

}  // namespace tdbg::session
