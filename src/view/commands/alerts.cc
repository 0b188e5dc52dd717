#include <memory>

#include "base/printable.h"
#include "session/alert_groups.h"
#include "session/loss_scaler_facts.h"
#include "session/run_facts.h"
#include "session/tensor_facts.h"
#include "view/command_table.h"
#include "view/commands/alert_cells.h"
#include "view/commands/source_lines.h"
#include "view/health_text.h"
#include "view/warning_page.h"

namespace tdbg::view {
namespace {

using session::AlertFacts;
using session::AlertGroup;
using Side = Column::Side;

std::vector<Cell> Row(session::RunView& run, const AlertGroup& group) {
  const AlertFacts facts = session::Describe(run, group.first);
  const session::TensorFacts tensor = session::FactsOf(run, group.first.event);
  const bool origin = group.first.verdict == Verdict::kOrigin;
  Cell kind = KindCell(facts.kind);
  const auto kind_word = kind.datum;
  Cell name = TextCell(tensor.name, origin ? Style::kStrong : Style::kName, "pt " + tensor.name);
  Cell source;
  if (origin) {
    source.datum = std::string(SourceName(group.first.source));
    if (group.first.source != Source::kOp) {
      source.text = "from outside: " + std::get<std::string>(source.datum);
    }
  }
  Cell bad = facts.kind == session::BadKind::kError ? std::move(kind) : BadCell(facts.digest);
  return {VerdictCell(group.first.verdict),
          {"", Style::kPlain, {}, kind_word},
          std::move(bad),
          MaybeCell(facts.digest.elements),
          facts.op_type.empty() ? UnknownCell() : TextCell(facts.op_type),
          MaybeCell(facts.step),
          MaybeCell(facts.execution),
          NumberCell(group.count),
          PlaceCell(facts.told_line),
          FileCell(facts.told_line),
          std::move(name),
          std::move(source)};
}

Result<std::optional<Verdict>> ReadVerdict(const std::optional<std::string>& text) {
  if (!text) return std::optional<Verdict>();
  for (const Verdict verdict :
       {Verdict::kOrigin, Verdict::kInherited, Verdict::kMasked, Verdict::kHandled}) {
    const std::string_view name = VerdictName(verdict);
    if (!text->empty() && name.starts_with(*text)) return std::optional<Verdict>(verdict);
  }
  return InvalidArgument("la: a verdict is origin, inherited, masked or handled, not '" + *text +
                         "'");
}

bool CanTell(const store::Run& run) {
  for (const store::EventId event : run.events.ids()) {
    if (run.events.badness[event] != store::Badness::kUnknown) return true;
  }
  return false;
}

Result<Document> Alerts(Workspace& workspace, const Arguments& arguments) {
  session::RunView& run = workspace.position.run();
  TDBG_ASSIGN_OR_RETURN(const auto only, ReadVerdict(arguments.Value("--verdict")));
  if (arguments.Has("--warnings")) return WarningPage(run);
  if (run.alerts().empty()) {
    return Document::Of(CanTell(run.run())
                            ? "no NaN and no infinity in " +
                                  Counted(static_cast<int64_t>(run.run().events.size()), "tensor")
                            : "this recording does not tell whether a tensor holds NaN or an "
                              "infinity");
  }
  Document page = Document::Of(session::AlertsText(run));
  page.severity = Document::Severity::kFound;
  const auto groups = std::make_shared<const std::vector<AlertGroup>>(
      session::GroupAlerts(run, arguments.Has("--all"), only));
  Table table{"alerts",
              {{"verdict", ""},
               {"kind", "", Side::kNowhere},
               {"bad", "bad"},
               {"elements", "of", Side::kRight, {}, 6},
               {"op_type", "op type", Side::kLeft, {}, 3},
               {"step", "step", Side::kRight, {}, 2},
               {"execution", "", Side::kNowhere},
               {"count", "times", arguments.Has("--all") ? Side::kNowhere : Side::kRight, {}, 5},
               {"line", "line", Side::kLeft, {}, 1},
               {"file", "", Side::kNowhere},
               {"name", "tensor"},
               {"source", ""}},
              groups->size(),
              [groups, &run](size_t i) { return Row(run, (*groups)[i]); }};
  page.Show(std::move(table));
  for (const session::LossScalerFacts& facts : session::LossScalersOf(run)) {
    page.Say(std::string(VerdictMark(Verdict::kHandled)) + " " + facts.text);
  }
  return page;
}

}  // namespace

Command AlertsCommand() {
  return {
      .name = "alerts",
      .aliases = {"la"},
      .topic = Topic::kTensors,
      .summary = "list where NaN and infinities were born and where they went",
      .positional = {},
      .flags = {{"-a", "--all", "", "every time an op made one, not only the first"},
                {"-v", "--verdict", "NAME", "only origin, inherited, masked or handled"},
                {"-w", "--warnings", "",
                 "trouble that is not NaN yet: gradients that vanish, units that are dead, …"}},
      .details =
          "● origin: every input was clean. ○ inherited: some input was bad already. "
          "⊘ masked: nothing that was made of it left the execution. "
          "⊙ handled: a gradient that overflowed, for which a loss scaler skipped the step.\n"
          "`origin` walks back from one of them.\n"
          "△ warnings are of numbers that are finite, by statistics of several steps.",
      .examples = {"la", "la -v origin", "la -a", "la -w"},
      .run = Alerts,
  };
}

}  // namespace tdbg::view
