#include "session/growth_behind.h"

#include <algorithm>
#include <cmath>

#include "base/printable.h"
#include "query/forward_op.h"
#include "query/training_graph.h"
#include "session/op_lookup.h"
#include "session/stack_facts.h"
#include "session/tensor_facts.h"
#include "tensor/brief_number.h"

namespace tdbg::session {
namespace {

using query::Growth;
using query::Measured;
using query::Series;
using store::EventId;
using Led = GrowthFacts::Led;

double Times(const Growth& growth) { return growth.now / growth.before; }

// The larger growth of the two; what is not known is none.
void KeepLarger(std::optional<Growth>& kept, const std::optional<Growth>& other) {
  if (other && (!kept || Times(*other) > Times(*kept))) kept = other;
}

// What was read at the birth itself, where its value was kept.
std::optional<Measured> AtBirth(RunView& view, EventId birth, const ReadTensor& read) {
  const store::Run& run = view.run();
  const auto step = view.steps().Of(run.events.execution[birth]);
  if (!step || !read.event.valid()) return std::nullopt;
  const auto digest = run.values->ReadDigest(read.event);
  if (!digest.ok() || digest->bad.value_or(true) || !digest->min || !digest->max) {
    return std::nullopt;
  }
  return Measured{*step, std::max(std::abs(*digest->min), std::abs(*digest->max)), read.event};
}

// Whether the series is of what the maker of a read tensor makes: the same op, or the same kind of
// op that the same place asked for.
bool IsOf(const store::Run& run, const Series& series, const ReadTensor& read) {
  if (series.slot != read.slot || series.moments.empty()) return false;
  if (read.maker.valid()) return series.op == read.maker;
  if (series.op.valid() || !read.execution.valid()) return false;
  const store::Execution& maker = run.executions[read.execution];
  const store::Execution& other =
      run.executions[run.events.execution[series.moments.front().event]];
  return maker.stack == other.stack && maker.op_type == other.op_type;
}

std::optional<Growth> OverIterations(RunView& view, EventId birth,
                                     const std::vector<ReadTensor>& reads) {
  const store::Run& run = view.run();
  const store::ExecutionId execution = run.events.execution[birth];
  const uint32_t rank = view.index().rank(birth);
  std::optional<Growth> largest;
  const auto look_at = [&](store::OpId op, int32_t slot) {
    if (!op.valid()) return;
    auto growth =
        query::GrowthAtEnd(query::IterationsBefore(run, view.index(), op, slot, execution, rank));
    if (growth) growth->by_iteration = true;
    KeepLarger(largest, growth);
  };
  look_at(run.events.op[birth], run.events.slot[birth]);
  for (const ReadTensor& read : reads) look_at(read.maker, read.slot);
  return largest;
}

std::optional<Growth> OverSteps(RunView& view, EventId birth,
                                const std::vector<ReadTensor>& reads) {
  const uint32_t rank = view.index().rank(birth);
  std::optional<Growth> largest;
  for (const ReadTensor& read : reads) {
    const std::optional<Measured> now = AtBirth(view, birth, read);
    for (const Series& series : view.tensor_series().all()) {
      if (!IsOf(view.run(), series, read)) continue;
      std::vector<Measured> history = query::StepsBefore(series, rank);
      if (now) history.push_back(*now);
      KeepLarger(largest, query::GrowthAtEnd(history));
    }
  }
  return largest;
}

// Of an eager op it is not told what it read. What ops of its type made in the steps before is its
// past where only one in a step grew.
std::optional<Growth> OfEagerOp(RunView& view, EventId birth) {
  const store::Run& run = view.run();
  const auto type_of = [&](EventId event) {
    return run.executions[run.events.execution[event]].op_type;
  };
  std::optional<Growth> only;
  for (const Series& series : view.tensor_series().all()) {
    if (series.op.valid() || series.moments.empty()) continue;
    if (type_of(series.moments.front().event) != type_of(birth)) continue;
    const auto growth = query::GrowthAtEnd(query::StepsBefore(series, view.index().rank(birth)));
    if (growth && only) return std::nullopt;
    if (growth) only = growth;
  }
  return only;
}

GrownTensor Describe(RunView& view, const Growth& growth) {
  const store::Run& run = view.run();
  GrownTensor grown;
  grown.growth = growth;
  grown.name = FactsOf(view, growth.last).name;
  const Subject subject = SubjectOf(run, growth.last);
  if (subject.op.valid()) {
    grown.op_type = run.strings[run.graphs.op(subject.op).type];
    if (const auto& forward = view.forward(subject.op)) grown.line = forward->line;
  } else {
    grown.op_type = run.strings[run.executions[subject.execution].op_type];
  }
  if (!grown.line) grown.line = query::UserLine(run, subject.StackIn(run));
  return grown;
}

bool IsVariable(RunView& view, const Series& series) {
  if (series.op.valid()) return view.links().role(series.op) == query::OpRole::kReadVariable;
  const store::Run& run = view.run();
  const store::ExecutionId execution = run.events.execution[series.moments.front().event];
  return query::RoleOf(run.strings[run.executions[execution].op_type]) ==
         query::OpRole::kReadVariable;
}

// The variable and the gradient that grew most along with it.
void FindCompanions(RunView& view, EventId birth, GrowthFacts& facts) {
  const uint32_t rank = view.index().rank(birth);
  std::optional<Growth> variable;
  std::optional<Growth> gradient;
  for (const Series& series : view.tensor_series().all()) {
    if (series.moments.empty()) continue;
    const bool is_variable = IsVariable(view, series);
    const bool is_gradient = series.op.valid() && query::IsOfGradient(view.run(), series.op);
    if (!is_variable && !is_gradient) continue;
    const auto growth = query::GrowthAtEnd(query::StepsBefore(series, rank));
    if (!growth || growth->until < facts.grown.growth.since) continue;
    KeepLarger(is_variable ? variable : gradient, growth);
  }
  if (variable) facts.variable = Describe(view, *variable);
  if (gradient) facts.gradient = Describe(view, *gradient);
}

Led WhoLed(const GrowthFacts& facts) {
  if (facts.grown.growth.by_iteration) return Led::kLoop;
  if (!facts.variable) return facts.gradient ? Led::kGradient : Led::kActivation;
  const bool gradient_first =
      facts.gradient && facts.gradient->growth.began < facts.variable->growth.began;
  return gradient_first ? Led::kGradient : Led::kUpdate;
}

std::string Which(const GrownTensor& grown) {
  std::string text(grown.op_type.empty() ? "an unrecorded op" : grown.op_type);
  if (grown.line) text += ", " + PlaceText(grown.line->file, grown.line->line);
  return text;
}

std::string FactorText(const Growth& growth) {
  return "×" + tensor::BriefNumber(growth.factor) +
         (growth.by_iteration ? " an iteration" : " a step");
}

// "from 1.2 in step 3 to 4.1e+19 in step 47, ×2.6 a step"
std::string WayText(const Growth& growth) {
  const std::string moment = growth.by_iteration ? " in iteration " : " in step ";
  return "from " + tensor::BriefNumber(growth.before) + moment + std::to_string(growth.since) +
         " to " + tensor::BriefNumber(growth.now) + moment + std::to_string(growth.until) + ", " +
         FactorText(growth);
}

std::string TextOf(const GrowthFacts& facts) {
  const Growth& growth = facts.grown.growth;
  std::string text = "It had grown: " + Which(facts.grown) + ", " + WayText(growth) + ". ";
  switch (facts.led) {
    case Led::kLoop:
      text += "It grew within one call, so the loop makes it larger, and no update does.";
      break;
    case Led::kUpdate:
      text += "A variable grew along, " + WayText(facts.variable->growth) + " (" +
              Which(*facts.variable) + ")";
      text += facts.gradient ? ", and the gradient with it: likely its updates are too large, as "
                               "with a learning rate that is too high."
                             : ": its updates make it larger.";
      break;
    case Led::kGradient:
      text += "A gradient led, " + WayText(facts.gradient->growth) + " (" + Which(*facts.gradient) +
              ")";
      text += facts.variable ? "; a variable followed since step " +
                                   std::to_string(facts.variable->growth.since) + "."
                             : "; no variable that was measured grew.";
      break;
    case Led::kActivation:
      text += "No variable and no gradient that was measured grew along.";
      break;
  }
  return text + " (" + std::to_string(growth.measured) + " measured)";
}

}  // namespace

const char* LedName(Led led) {
  switch (led) {
    case Led::kLoop:
      return "loop";
    case Led::kUpdate:
      return "update";
    case Led::kGradient:
      return "gradient";
    case Led::kActivation:
      return "activation";
  }
  return "";
}

std::optional<GrowthFacts> GrowthBehind(RunView& view, EventId birth,
                                        const std::vector<ReadTensor>& reads) {
  std::optional<Growth> growth = OverIterations(view, birth, reads);
  if (!growth) growth = OverSteps(view, birth, reads);
  if (!growth && !view.run().events.op[birth].valid()) growth = OfEagerOp(view, birth);
  if (!growth) return std::nullopt;
  GrowthFacts facts;
  facts.grown = Describe(view, *growth);
  if (!growth->by_iteration) FindCompanions(view, birth, facts);
  facts.led = WhoLed(facts);
  facts.text = TextOf(facts);
  return facts;
}

}  // namespace tdbg::session
