#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

#include "cli/alert_json.h"
#include "cli/birth_report.h"
#include "cli/exit_status.h"
#include "cli/json_text.h"
#include "cli/loss_scaler_json.h"
#include "cli/progress.h"
#include "cli/subcommands.h"
#include "cli/terminal_text.h"
#include "cli/warning_json.h"
#include "query/tensor_name.h"
#include "session/alert_facts.h"
#include "session/alert_groups.h"
#include "session/birth_facts.h"
#include "session/loss_scaler_facts.h"
#include "session/node_facts.h"
#include "session/run_facts.h"
#include "session/session.h"
#include "session/stack_facts.h"
#include "session/telling_order.h"
#include "view/commands/source_lines.h"
#include "view/warning_page.h"

namespace tdbg::cli {
namespace {

struct AlertsOptions {
  std::string path;
  bool json = false;
  bool each = false;      // one line for each event instead of one for each op
  bool warnings = false;  // these, and no alerts
};

using session::AlertFacts;
using session::BadKind;
using session::RunView;
using session::Session;

// The alerts of a run, and the next of them.
struct AlertQueue {
  explicit AlertQueue(RunView& of)
      : run(of), alerts(of.alerts()), order(session::BirthsInTellingOrder(of)) {}

  bool empty() const { return at == order.size(); }
  int64_t time_ns() const { return run.run().events.time_ns[alerts[at].event]; }
  const query::Alert& Take() { return alerts[order[at++]]; }

  RunView& run;
  const std::vector<query::Alert>& alerts;  // by time
  std::vector<uint32_t> order;
  size_t at = 0;
};

AlertQueue* Earliest(std::vector<AlertQueue>& queues) {
  AlertQueue* earliest = nullptr;
  for (AlertQueue& queue : queues) {
    if (queue.empty()) continue;
    if (earliest == nullptr || queue.time_ns() < earliest->time_ns()) earliest = &queue;
  }
  return earliest;
}

// One object at a time, so that a million alerts never stand in memory at once.
void PrintJson(Session& session) {
  constexpr int kMostPatterns = 1000;  // each has to be looked for in the values
  int patterns = 0;
  std::vector<AlertQueue> queues;
  for (RunView& run : session.runs()) queues.emplace_back(run);
  std::fputs("{\"alerts\":[", stdout);
  const char* separator = "\n";
  while (AlertQueue* next = Earliest(queues)) {
    const query::Alert& alert = next->Take();
    std::fputs(separator, stdout);
    std::optional<query::Pattern> pattern;
    if (alert.verdict == Verdict::kOrigin && ++patterns <= kMostPatterns) {
      pattern = session::PatternOf(next->run, alert);
    }
    const Json object = JsonAlert(session::Describe(next->run, alert), pattern);
    std::fputs(ToText(object).c_str(), stdout);
    separator = ",\n";
  }
  std::vector<session::LossScalerFacts> scalers;
  for (RunView& run : session.runs()) {
    for (auto& facts : session::LossScalersOf(run)) scalers.push_back(std::move(facts));
  }
  std::printf("],\n\"loss_scalers\":%s,\n\"losses\":%s}\n",
              ToText(JsonLossScalers(scalers)).c_str(),
              ToText(JsonLosses(session.trace().losses)).c_str());
}

std::string KindText(const std::optional<BadKind>& kind) {
  if (!kind) return Inked(view::Style::kNan, "bad");
  switch (*kind) {
    case BadKind::kNan:
      return Inked(view::Style::kNan, "NaN");
    case BadKind::kPosInf:
      return Inked(view::Style::kPosInf, "+∞ ");
    case BadKind::kNegInf:
      return Inked(view::Style::kNegInf, "−∞ ");
    case BadKind::kError:
      return Inked(view::Style::kNan, "error");
  }
  return "";
}

// "1 −∞ and 3 NaN of 1000"
std::string CountsText(const AlertFacts& facts) {
  std::string text;
  const auto add = [&](const std::optional<int64_t>& count, const char* what) {
    if (count.value_or(0) == 0) return;
    text += (text.empty() ? "" : ", ") + std::to_string(*count) + " " + what;
  };
  add(facts.digest.nan, "NaN");
  add(facts.digest.pos_inf, "+∞");
  add(facts.digest.neg_inf, "−∞");
  if (!text.empty() && facts.digest.elements) {
    text += " of " + std::to_string(*facts.digest.elements);
  }
  if (facts.element && !facts.element->empty()) {
    text += ", first at [";
    for (size_t i = 0; i < facts.element->size(); ++i) {
      text += (i > 0 ? "," : "") + std::to_string((*facts.element)[i]);
    }
    text += "]";
  }
  return text;
}

std::string LineText(const query::SourceLine& line) {
  std::string text = Printable(session::PlaceText(line.file, line.line));
  if (!line.function.empty()) text += " in " + Printable(line.function) + "()";
  return text;
}

std::string MomentText(const AlertFacts& facts) {
  if (facts.step) return "step " + std::to_string(*facts.step);
  if (facts.execution) return "execution " + std::to_string(*facts.execution);
  return "";
}

void PrintGroup(RunView& view, const session::AlertGroup& group) {
  const store::Run& run = view.run();
  const AlertFacts facts = session::Describe(view, group.first);
  const bool origin = facts.alert.verdict == Verdict::kOrigin;
  std::string what = Printable(facts.op_type.empty() ? "an unrecorded op" : facts.op_type);
  std::string name = Printable(query::NameOf(run, facts.alert.event));
  if (origin) what = Inked(view::Style::kStrong, what);
  std::printf("%s %s in %s  %s", view::VerdictMark(facts.alert.verdict),
              KindText(facts.kind).c_str(), what.c_str(), name.c_str());
  if (origin && facts.alert.source != Source::kOp) {
    const bool input = facts.alert.source == Source::kInput;
    std::printf("  (from %s %s)", input ? "an" : "a", SourceName(facts.alert.source));
  }
  if (facts.told_line) std::printf("  %s", LineText(*facts.told_line).c_str());
  std::printf("\n");

  std::string detail = CountsText(facts);
  if (const std::string moment = MomentText(facts); !moment.empty()) {
    detail += (detail.empty() ? "" : "   ") + moment;
  }
  if (group.count > 1) detail += ", and " + Counted(group.count - 1, "time") + " more";
  if (const auto pattern = session::PatternOf(view, group.first)) {
    detail += (detail.empty() ? "" : "   ") + std::string(query::PatternName(*pattern));
  }
  if (!detail.empty()) std::printf("    %s\n", Inked(view::Style::kFaint, detail).c_str());
  if (facts.layer) {
    std::printf("    layer %s\n", Printable(session::LayerText(*facts.layer)).c_str());
  }
  if (!facts.message.empty()) std::printf("    %s\n", Printable(facts.message).c_str());
  if (const std::string wrote = session::WrittenText(run, facts.written); !wrote.empty()) {
    std::printf("    %s\n", Printable(wrote).c_str());
  }
  if (!origin) return;
  if (facts.told_line) {
    const query::SourceLine& line = *facts.told_line;
    const std::string text = session::TextOfLine(run, line.file_id, line.line);
    if (!text.empty()) std::printf("    │ %s\n", Printable(text).c_str());
  }
  if (facts.forward && facts.forward->line && facts.line) {
    std::printf("    gradient of %s, asked for at %s\n", Printable(facts.forward->name).c_str(),
                LineText(*facts.line).c_str());
  }
}

void PrintText(Session& session, bool each) {
  for (RunView& run : session.runs()) {
    std::printf("run %s: %s\n", Inked(view::Style::kStrong, Printable(run.run().id)).c_str(),
                session::AlertsText(run).c_str());
    for (const auto& group : session::GroupAlerts(run, each)) PrintGroup(run, group);
    for (const auto& facts : session::LossScalersOf(run)) {
      std::printf("%s %s\n", view::VerdictMark(Verdict::kHandled), Printable(facts.text).c_str());
    }
  }
}

bool HidesBirths(const store::Loss& loss) { return loss.hides == store::Hides::kBirths; }

// Nothing was found; whether that is all there was is another question.
int NothingFound(const Session& session) {
  const auto& losses = session.trace().losses.losses();
  return std::ranges::any_of(losses, HidesBirths) ? kExitIncomplete : kExitFine;
}

// What was lost may have hidden others.
void SayWhatIsMissing(const store::Trace& trace) {
  constexpr int64_t kMostShown = 5;
  int64_t count = 0;
  for (const store::Loss& loss : trace.losses.losses()) {
    if (!HidesBirths(loss) || ++count > kMostShown) continue;
    std::printf("recording incomplete, bad values may be missing here: %s\n",
                Printable(loss.text).c_str());
  }
  if (count > kMostShown) {
    std::printf("recording incomplete: %s more, see tdbg info\n",
                Counted(count - kMostShown, "way").c_str());
  }
}

void PrintWarningJson(Session& session) {
  Json json = {{"warnings", Json::array()}, {"not_seen", Json::array()}};
  for (RunView& run : session.runs()) {
    for (const auto& facts : session::WarningsOf(run)) {
      json["warnings"].push_back(JsonWarning(facts));
    }
    for (const std::string& unseen : session::Unseen(run)) {
      json["not_seen"].push_back({{"run", run.run().id}, {"text", unseen}});
    }
  }
  std::printf("%s\n", ToText(json).c_str());
}

int Warnings(Session& session, bool json) {
  if (json) PrintWarningJson(session);
  bool any = false;
  for (RunView& run : session.runs()) {
    any = any || !run.warnings().empty();
    if (!json) PrintDocument(view::WarningPage(run));
  }
  return any ? kExitFound : NothingFound(session);
}

Result<int> Alerts(const AlertsOptions& options) {
  ProgressLine progress;
  TDBG_ASSIGN_OR_RETURN(const auto session, Session::Open(options.path, progress.callback()));
  if (options.warnings) return Warnings(*session, options.json);
  if (options.json) {
    PrintJson(*session);
  } else {
    PrintText(*session, options.each);
    SayWhatIsMissing(session->trace());
  }
  for (RunView& run : session->runs()) {
    const query::AlertCounts counts = run.alert_counts();
    if (counts.origin + counts.inherited > 0) return kExitFound;
  }
  return NothingFound(*session);
}

}  // namespace

Subcommand AlertsCommand() {
  auto options = std::make_shared<AlertsOptions>();
  return {
      .name = "alerts",
      .purpose = "List NaN and infinities, where they were born first; status 1 if there are any",
      .description = {"Lists the bad values of a recording, those first whose op made them out of "
                      "clean inputs. Each comes with its op, the line of the program that made the "
                      "op, and a verdict: origin (everything it read was clean), inherited (some "
                      "input was bad already), masked (nothing bad came of it) or handled (a "
                      "gradient that overflowed, for which a loss scaler skipped the step)."},
      .options = {RecordingArgument(&options->path),
                  JsonFlag(&options->json, "Print JSON (docs/json.md), one object each"),
                  {.name = "--each",
                   .help = "One line for each bad tensor, not for each op",
                   .target = &options->each},
                  {.name = "-w",
                   .help = "Warnings of trouble that is not NaN yet, in place of bad values",
                   .target = &options->warnings}},
      .statuses =
          {{"0",
            "nothing bad was recorded, or all of it was masked or handled; with -w: no warning"},
           {"1", "there are bad values; with -w: there are warnings"},
           {"4", "there are none in what was recorded, but the recording is incomplete"}},
      .examples = {{"tdbg alerts trace", "one entry for each op"},
                   {"tdbg alerts --each trace", "every bad tensor"},
                   {"tdbg alerts -w trace",
                    "gradients that vanish, units that are dead, and more"}},
      .run = [options] { return Alerts(*options); },
  };
}

}  // namespace tdbg::cli
