#include "cli/recording_summary.h"

#include "base/printable.h"
#include "session/alert_facts.h"
#include "session/stack_facts.h"

namespace tdbg::cli {
namespace {

// "Log, mnist.py:37"
std::string FirstText(const FoundAlert& found) {
  const session::AlertFacts facts = session::Describe(*found.run, found.alert);
  std::string text(facts.op_type.empty() ? "an op" : facts.op_type);
  if (facts.line) text += ", " + session::PlaceText(facts.line->file, facts.line->line);
  return Printable(text);
}

}  // namespace

std::string SummaryText(RecordedJob& job, const Findings& findings, const Launch& launch) {
  int64_t tensors = 0;
  for (const session::RunView* run : job.runs()) {
    tensors += static_cast<int64_t>(run->run().events.size());
  }
  if (job.runs().empty()) {
    const std::string why = launch.nothing_recorded.empty()
                                ? "no process of the program loaded TensorFlow or tdbg's library"
                                : launch.nothing_recorded;
    return "nothing was recorded: " + why;
  }
  std::string text = findings.births.empty()
                         ? "no bad value was born"
                         : Counted(static_cast<int64_t>(findings.births.size()), "birth") +
                               ", the first in " + FirstText(findings.births.front());
  const auto add = [&](size_t count, const char* what) {
    if (count > 0) text += ", " + std::to_string(count) + " " + what;
  };
  add(findings.allowed.size(), "allowed");
  add(findings.masked.size(), "masked");
  return text + "; " + Counted(tensors, "tensor") + " kept";
}

}  // namespace tdbg::cli
