#include "cli/recording_summary.h"

#include "base/printable.h"
#include "cli/birth_report.h"
#include "cli/remark.h"
#include "session/alert_facts.h"
#include "session/stack_facts.h"
#include "view/warning_page.h"

namespace tdbg::cli {
namespace {

// "Log, mnist.py:37"
std::string FirstText(const session::FoundAlert& found) {
  const session::AlertFacts facts = session::Describe(*found.run, found.alert);
  std::string text(facts.op_type.empty() ? "an op" : facts.op_type);
  if (facts.told_line) {
    text += ", " + session::PlaceText(facts.told_line->file, facts.told_line->line);
  }
  return Printable(text);
}

}  // namespace

void RefreshAtEnd(session::Target& target) {
  if (target.processes() == 0) return;
  const auto read = target.Refresh();
  if (!read.ok()) Remark("the recording cannot be read: " + read.status().message());
}

std::vector<session::RunView*> RunsOf(const session::Target::Reading& reading,
                                      const session::Target& target) {
  if (reading.session() == nullptr) return {};
  return session::RunsOf(*reading.session(), target.job());
}

std::string SummaryText(const std::vector<session::RunView*>& runs, const Found& found,
                        const Launch& launch, bool removed) {
  const session::Findings& findings = found.findings;
  if (runs.empty()) {
    const std::string why = launch.nothing_recorded.empty()
                                ? "no process of the program loaded TensorFlow or tdbg's library"
                                : launch.nothing_recorded;
    return "nothing was recorded: " + why;
  }
  int64_t tensors = 0;
  for (const session::RunView* run : runs) {
    tensors += static_cast<int64_t>(run->run().events.size());
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
  add(findings.handled.size(), "handled");
  if (!found.warnings.empty()) {
    text += ", " + Counted(static_cast<int64_t>(found.warnings.size()), "warning");
  }
  text += "; " + Counted(tensors, "tensor") + " kept";
  if (removed) return text;
  const std::string path = Printable(launch.trace.path);
  return text + "; to look: tdbg open " + path + ", or in a browser: tdbg serve " + path;
}

Found FindAll(const std::vector<session::RunView*>& runs, const session::Target& target) {
  return {session::Find(runs, target.allowed()), session::LossScalersOf(runs),
          session::WarningsOf(runs)};
}

void SayHandled(const std::vector<session::LossScalerFacts>& scalers) {
  if (!scalers.empty()) PrintReport(HandledList(scalers));
}

void SayWarnings(const std::vector<session::WarningFacts>& warnings) {
  if (warnings.empty()) return;
  view::Document page = view::Document::Of("warnings: trouble that is not NaN yet");
  view::SayWarnings(warnings, page);
  PrintReport(page);
}

}  // namespace tdbg::cli
