#include "session/loss_scaler_facts.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <tuple>
#include <utility>

#include "base/printable.h"
#include "session/stack_facts.h"

namespace tdbg::session {
namespace {

using query::SkippedStep;

std::optional<double> ScaleAt(const store::Run& run, store::EventId event) {
  if (!event.valid()) return std::nullopt;
  const auto digest = run.values->ReadDigest(event);
  return digest.ok() && digest->min == digest->max ? digest->max : std::nullopt;
}

SkippedStepFacts FactsOfStep(RunView& view, const SkippedStep& step) {
  const store::Run& run = view.run();
  return {.step = view.steps().Of(step.execution),
          .execution = step.execution.index(),
          .before = ScaleAt(run, step.before),
          .after = ScaleAt(run, step.after)};
}

// "4, 5, 9", "0 to 11"; of many stretches the first ones.
std::string Stretches(const std::vector<int64_t>& numbers) {
  constexpr int kMost = 8;
  std::string text;
  int told = 0;
  for (size_t i = 0; i < numbers.size(); ++told) {
    if (told == kMost) return text + ", …";
    size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    if (last == i + 1) last = i;  // two are told one by one
    text += (text.empty() ? "" : ", ") + std::to_string(numbers[i]);
    if (last > i) text += " to " + std::to_string(numbers[last]);
    i = last + 1;
  }
  return text;
}

std::string SkippedText(const std::vector<SkippedStepFacts>& skipped) {
  std::vector<int64_t> steps;
  for (const SkippedStepFacts& one : skipped) {
    if (one.step) steps.push_back(*one.step);
  }
  std::string text = " skipped " + Counted(static_cast<int64_t>(skipped.size()), "step");
  // In a loop without steps that are known all have the same number.
  const bool differ = std::ranges::adjacent_find(steps) == steps.end();
  if (steps.size() == skipped.size() && differ) {
    text += (steps.size() == 1 ? " (step " : " (steps ") + Stretches(steps) + ")";
  }
  return text;
}

// "; the scale went 32768 → 16384 → 8192"
std::string ScaleText(const std::vector<SkippedStepFacts>& skipped) {
  constexpr size_t kAtEachEnd = 4;
  std::vector<std::string> scales;
  for (const SkippedStepFacts& one : skipped) {
    for (const auto& scale : {one.before, one.after}) {
      if (!scale) continue;
      char text[32];
      std::snprintf(text, sizeof(text), "%.9g", *scale);
      if (scales.empty() || scales.back() != text) scales.emplace_back(text);
    }
  }
  if (scales.size() < 2) return "";
  std::string text;
  for (size_t i = 0; i < scales.size(); ++i) {
    const bool left_out = i >= kAtEachEnd && i + kAtEachEnd < scales.size();
    if (left_out && i > kAtEachEnd) continue;
    text += (i == 0 ? "" : " → ") + (left_out ? "…" : scales[i]);
  }
  return "; the scale went " + text;
}

std::string NameText(const std::optional<query::SourceLine>& line) {
  return "loss scaler" + (line ? " at " + PlaceText(line->file, line->line) : std::string());
}

// The line of the question; of an eager one, which is not recorded, that of the gradients.
std::optional<query::SourceLine> LineOf(const store::Run& run, const SkippedStep& step) {
  const store::OpId op = run.events.op[step.asked];
  return query::UserLine(
      run, op.valid() ? run.graphs.op(op).stack : run.executions[step.execution].stack);
}

}  // namespace

std::vector<LossScalerFacts> LossScalersOf(RunView& view) {
  const store::Run& run = view.run();
  using Key = std::tuple<StringId, store::SourceFileId, int32_t>;
  std::map<Key, size_t> known;
  std::vector<LossScalerFacts> scalers;
  for (const SkippedStep& step : view.alert_list().SkippedSteps()) {
    const auto line = LineOf(run, step);
    const query::SourceLine place = line.value_or(query::SourceLine());
    const auto [at, added] =
        known.try_emplace({step.scale, place.file_id, place.line}, scalers.size());
    if (added) {
      scalers.emplace_back();
      scalers.back().line = line;
    }
    LossScalerFacts& facts = scalers[at->second];
    facts.skipped.push_back(FactsOfStep(view, step));
    facts.longest_row = std::max(facts.longest_row, step.in_a_row);
  }
  for (LossScalerFacts& facts : scalers) {
    facts.text = NameText(facts.line) + SkippedText(facts.skipped) + ScaleText(facts.skipped);
  }
  return scalers;
}

std::vector<LossScalerFacts> LossScalersOf(const std::vector<RunView*>& runs) {
  std::vector<LossScalerFacts> all;
  for (RunView* const run : runs) {
    for (LossScalerFacts& facts : LossScalersOf(*run)) all.push_back(std::move(facts));
  }
  return all;
}

std::string SunkText(RunView& view, store::EventId event) {
  const std::optional<SkippedStep> step = view.alert_list().SunkAt(event);
  if (!step) return "";
  const SkippedStepFacts facts = FactsOfStep(view, *step);
  std::string text = "The " + NameText(LineOf(view.run(), *step)) + " has now skipped " +
                     std::to_string(step->in_a_row) + " steps in a row";
  if (facts.after) {
    char scale[32];
    std::snprintf(scale, sizeof(scale), "%.9g", *facts.after);
    text += ", and its scale is down to " + std::string(scale);
  }
  return text + ": a smaller scale does not help.";
}

}  // namespace tdbg::session
