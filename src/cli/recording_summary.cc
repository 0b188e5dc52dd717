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
  const auto read = target.Refresh();
  // Without a process that said that it records there may be nothing to read.
  if (!read.ok() && target.processes() > 0) {
    Remark("the recording cannot be read: " + read.status().message());
  }
}

std::vector<session::RunView*> RunsOf(const session::Target::Reading& reading,
                                      const session::Target& target) {
  if (reading.session() == nullptr) return {};
  return session::RunsOf(*reading.session(), target.job());
}

Found FindAtEnd(session::Target& target, const session::Target::Reading& reading,
                const std::vector<session::RunView*>& runs) {
  return {.findings = session::Find(runs, target.allowed()),
          .loss_scalers = session::LossScalersOf(runs),
          .warnings = session::WarningsOf(runs),
          .blind_spots = session::BlindSpotsOf(target, reading, runs)};
}

std::string BlindSpotsText(const std::vector<session::BlindSpot>& spots) {
  if (spots.empty()) return "";
  std::string text = "could not look: " + spots.front().text;
  if (spots.size() > 1) {
    text += ", and " + Counted(static_cast<int64_t>(spots.size() - 1), "other thing");
  }
  return text;
}

std::string SummaryText(const std::vector<session::RunView*>& runs, const Found& found,
                        const Launch& launch, bool removed) {
  const session::Findings& findings = found.findings;
  const std::string blind = BlindSpotsText(found.blind_spots);
  if (runs.empty()) {
    return launch.nothing_recorded.empty()
               ? blind
               : "could not look: nothing was recorded: " + launch.nothing_recorded;
  }
  int64_t tensors = 0;
  for (const session::RunView* run : runs) {
    tensors += static_cast<int64_t>(run->run().events.size());
  }
  std::string text;
  if (!findings.births.empty()) {
    text = Counted(static_cast<int64_t>(findings.births.size()), "birth") + ", the first in " +
           FirstText(findings.births.front());
  } else {
    text = blind.empty() ? "no bad value was born" : blind + "; no bad value was seen";
  }
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
  if (!findings.births.empty() && !blind.empty()) text += "; " + blind;
  if (removed) return text;
  const std::string path = Printable(launch.trace.path);
  return text + "; to look: tdbg open " + path + ", or in a browser: tdbg serve " + path;
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
