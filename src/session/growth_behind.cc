#include "session/growth_behind.h"

#include <algorithm>
#include <cmath>

#include "base/printable.h"
#include "query/eager_rounds.h"
#include "query/forward_op.h"
#include "query/training_graph.h"
#include "session/eager_maker.h"
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

// What the output that the program asked for there in each round did. It counts in steps where
// these tell the rounds apart.
std::optional<Growth> GrowthOfPlace(RunView& view, const query::EagerRounds& rounds,
                                    store::ExecutionId execution) {
  const std::vector<store::ExecutionId> executions = rounds.Of(execution);
  std::vector<Measured> history = query::OfRounds(view.run(), executions, /*slot=*/0);
  std::vector<int64_t> steps;
  for (const Measured& one : history) {
    const auto step = view.steps().Of(executions[static_cast<size_t>(one.at)]);
    if (step && (steps.empty() || steps.back() < *step)) steps.push_back(*step);
  }
  const bool in_steps = steps.size() == history.size();
  for (size_t i = 0; i < history.size() && in_steps; ++i) history[i].at = steps[i];
  std::optional<Growth> growth = query::GrowthAtEnd(history);
  if (growth && !in_steps) growth->by = Growth::By::kRound;
  return growth;
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

// Of what an eager op read, who made it: the last one of its round that made the same numbers.
store::ExecutionId MakerInRound(RunView& view, const query::EagerRounds& rounds, EventId operand) {
  const store::Run& run = view.run();
  const auto round = rounds.last_round();
  const auto wanted = run.values->ReadDigest(operand);
  if (!wanted.ok() || round.empty()) return {};
  for (size_t i = round.size() - 1; i-- > 0;) {  // the last one reads
    const store::Execution& execution = run.executions[round[i]];
    if (execution.graph.valid() || execution.num_events == 0) continue;
    const auto made = run.values->ReadDigest(execution.first_event);
    if (made.ok() && AreAlike(*made, *wanted)) return round[i];
  }
  return {};
}

// Of an eager op: what it made itself in rounds before, and what it read.
std::optional<Growth> OverRounds(RunView& view, const query::EagerRounds& rounds, EventId birth,
                                 const std::vector<ReadTensor>& reads) {
  const store::Run& run = view.run();
  std::optional<Growth> largest = GrowthOfPlace(view, rounds, run.events.execution[birth]);
  for (const ReadTensor& read : reads) {
    if (!read.event.valid()) continue;
    const store::ExecutionId maker = MakerInRound(view, rounds, read.event);
    if (maker.valid()) KeepLarger(largest, GrowthOfPlace(view, rounds, maker));
  }
  return largest;
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
    if (growth) growth->by = Growth::By::kIteration;
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

GrownTensor Describe(RunView& view, const Growth& growth, const query::EagerRounds& rounds) {
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
  const store::StackId stack =
      subject.op.valid() ? subject.StackIn(run) : rounds.StackOf(subject.execution);
  if (!grown.line) grown.line = query::UserLine(run, stack);
  return grown;
}

bool IsVariable(RunView& view, const Series& series) {
  if (series.op.valid()) return view.links().role(series.op) == query::OpRole::kReadVariable;
  const store::Run& run = view.run();
  const store::ExecutionId execution = run.events.execution[series.moments.front().event];
  return query::RoleOf(run.strings[run.executions[execution].op_type]) ==
         query::OpRole::kReadVariable;
}

// The variable and the gradient that grew most along with something.
struct Companions {
  std::optional<Growth> variable;
  std::optional<Growth> gradient;
};

Companions AmongSeries(RunView& view, EventId birth, const Growth& grown) {
  const uint32_t rank = view.index().rank(birth);
  Companions found;
  for (const Series& series : view.tensor_series().all()) {
    if (series.moments.empty()) continue;
    const bool is_variable = IsVariable(view, series);
    const bool is_gradient = series.op.valid() && query::IsOfGradient(view.run(), series.op);
    if (!is_variable && !is_gradient) continue;
    const auto growth = query::GrowthAtEnd(query::StepsBefore(series, rank));
    if (!growth || growth->until < grown.since) continue;
    KeepLarger(is_variable ? found.variable : found.gradient, growth);
  }
  return found;
}

Companions AmongRounds(RunView& view, const query::EagerRounds& rounds, const Growth& grown) {
  const store::Run& run = view.run();
  Companions found;
  for (const store::ExecutionId execution : rounds.last_round()) {
    const std::string_view type = run.strings[run.executions[execution].op_type];
    const bool is_variable = query::RoleOf(type) == query::OpRole::kReadVariable;
    if (!is_variable && query::GradientFunctionOf(run, rounds.StackOf(execution)).empty()) {
      continue;
    }
    const auto growth = GrowthOfPlace(view, rounds, execution);
    if (!growth || growth->until < grown.since) continue;
    KeepLarger(is_variable ? found.variable : found.gradient, growth);
  }
  return found;
}

Led WhoLed(const GrowthFacts& facts) {
  if (facts.grown.growth.by == Growth::By::kIteration) return Led::kLoop;
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
  const bool vowel = growth.by == Growth::By::kIteration;
  return "×" + tensor::BriefNumber(growth.factor) + (vowel ? " an " : " a ") + ByName(growth.by);
}

// "from 1.2 in step 3 to 4.1e+19 in step 47, ×2.6 a step"
std::string WayText(const Growth& growth) {
  const std::string moment = std::string(" in ") + ByName(growth.by) + " ";
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
      text += facts.variable ? std::string("; a variable followed since ") +
                                   ByName(facts.variable->growth.by) + " " +
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
  const store::Run& run = view.run();
  const bool eager = !run.events.op[birth].valid();
  const query::EagerRounds rounds(run, eager ? run.events.execution[birth] : store::ExecutionId());
  std::optional<Growth> growth = OverIterations(view, birth, reads);
  if (!growth && eager) growth = OverRounds(view, rounds, birth, reads);
  const bool in_rounds = growth && eager;
  if (!growth) growth = OverSteps(view, birth, reads);
  if (!growth) return std::nullopt;
  GrowthFacts facts;
  facts.grown = Describe(view, *growth, rounds);
  if (growth->by != Growth::By::kIteration) {
    const Companions found =
        in_rounds ? AmongRounds(view, rounds, *growth) : AmongSeries(view, birth, *growth);
    if (found.variable) facts.variable = Describe(view, *found.variable, rounds);
    if (found.gradient) facts.gradient = Describe(view, *found.gradient, rounds);
  }
  facts.led = WhoLed(facts);
  facts.text = TextOf(facts);
  return facts;
}

}  // namespace tdbg::session
