#include "base/printable.h"
#include "session/alert_facts.h"
#include "session/origin_walk.h"
#include "session/stack_facts.h"
#include "session/tensor_facts.h"
#include "view/command_table.h"
#include "view/commands/alert_cells.h"
#include "view/commands/source_lines.h"
#include "view/current_tensor.h"
#include "view/health_text.h"

namespace tdbg::view {
namespace {

using query::Alert;
using session::AlertFacts;
using session::RunView;
using Side = Column::Side;

std::string KindText(const AlertFacts& facts) {
  return facts.kind ? KindCell(facts.kind).text : "bad value";
}

std::vector<Cell> StepRow(RunView& run, const Alert& alert) {
  const AlertFacts facts = session::Describe(run, alert);
  const session::TensorFacts tensor = session::FactsOf(run, alert.event);
  return {VerdictCell(alert.verdict),
          TextCell(tensor.name, Style::kName, "pt " + tensor.name),
          facts.op_type.empty() ? UnknownCell() : TextCell(facts.op_type),
          BadCell(facts.digest),
          MaybeCell(facts.step),
          PlaceCell(facts.told_line),
          FileCell(facts.told_line)};
}

Table PathTable(RunView& run, const std::vector<Alert>& path) {
  std::vector<std::vector<Cell>> rows;
  for (const Alert& alert : path) rows.push_back(StepRow(run, alert));
  return FixedTable("path",
                    {{"verdict", ""},
                     {"name", "tensor"},
                     {"op_type", "op type", Side::kLeft, {}, 2},
                     {"bad", "bad"},
                     {"step", "step", Side::kRight, {}, 3},
                     {"line", "line", Side::kLeft, {}, 1},
                     {"file", "", Side::kNowhere}},
                    std::move(rows));
}

std::string VerdictSentence(const AlertFacts& facts, const std::string& name) {
  const std::string kind = KindText(facts);
  switch (facts.alert.source) {
    case Source::kInput:
      return "the " + kind + " came in from outside, as the input " + name;
    case Source::kConstant:
      return "the " + kind + " was written into the program, as the constant " + name;
    case Source::kVariable:
      return "the " + kind + " was in the variable that " + name + " read";
    case Source::kUnknown:
    case Source::kOp:
      break;
  }
  return "the " + kind + " was born in " + name + ": everything it read was clean";
}

// What the origin read: a zero under a logarithm says more than any verdict.
void ShowInputs(Document& page, RunView& run, store::EventId event) {
  std::vector<std::vector<Cell>> rows;
  for (const session::InputRead& read : session::InputsRead(run, event)) {
    store::Digest digest;
    std::string command;
    if (read.event.valid()) {
      command = "pt " + session::FactsOf(run, read.event).name;
      if (auto found = run.run().values->ReadDigest(read.event); found.ok()) {
        digest = *std::move(found);
      }
    }
    rows.push_back({TextCell(read.name, command.empty() ? Style::kPlain : Style::kName, command),
                    TypeCell(digest), MaybeCell(digest.min), MaybeCell(digest.max),
                    MaybeCell(digest.zero), MaybeCell(digest.negative), BadCell(digest)});
  }
  if (rows.empty()) return;
  page.Say("").Say("it read:", Style::kStrong);
  page.Show(FixedTable("inputs",
                       {{"name", "tensor"},
                        {"dtype", "type", Side::kLeft, {}, 1},
                        {"min", "min", Side::kRight},
                        {"max", "max", Side::kRight},
                        {"zero", "zeros", Side::kRight, {}, 2},
                        {"negative", "negative", Side::kRight, {}, 3},
                        {"bad", "bad"}},
                       std::move(rows)));
}

void ShowLine(Document& page, RunView& run, const query::SourceLine& line, std::string heading) {
  constexpr int32_t kAround = 2;
  heading += std::string(line.file) + ":" + std::to_string(line.line);
  if (!line.function.empty()) heading += " in " + std::string(line.function) + "()";
  page.Say("").Say(std::move(heading), Style::kStrong);
  const auto file = session::FindSource(run, line.file);
  const auto text = run.run().values->ReadSource(line.file_id);
  if (!file.ok() || !text.ok()) return;
  SaySource(page, run, **file, *text, line.line - kAround, line.line + kAround, line.line);
}

void SayNext(Document& page, const std::vector<std::string>& commands) {
  Line line("next: ", Style::kFaint);
  for (size_t i = 0; i < commands.size(); ++i) {
    if (i > 0) line.Add("  ");
    line.Add(commands[i], Style::kName, commands[i]);
  }
  page.Say("").Say(std::move(line));
}

// The tensor named, or the current one; where that is clean, the first bad one.
Result<store::EventId> Start(Position& position, const std::string& text) {
  if (!text.empty() && text != ".") {
    TDBG_ASSIGN_OR_RETURN(const auto found, NamedTensor(position, text));
    return found.event();
  }
  RunView& run = position.run();
  if (text.empty() && run.alerts().empty()) {
    return NotFound("no tensor of this run is known to hold NaN or an infinity");
  }
  TDBG_ASSIGN_OR_RETURN(const store::EventId current, CurrentEvent(position));
  const bool clean = session::AlertOf(run, current) == nullptr;
  return clean && text.empty() ? run.alerts().front().event : current;
}

Result<Document> Origin(Workspace& workspace, const Arguments& arguments) {
  RunView& run = workspace.position.run();
  TDBG_ASSIGN_OR_RETURN(const store::EventId start, Start(workspace.position, arguments.text()));
  TDBG_ASSIGN_OR_RETURN(const std::vector<Alert> path, session::WalkToOrigin(run, start));
  const AlertFacts facts = session::Describe(run, path.back());
  const std::string first = session::FactsOf(run, start).name;
  const std::string name = session::FactsOf(run, path.back().event).name;

  Document page = Document::Of(VerdictSentence(facts, name));
  page.severity = Document::Severity::kFound;
  if (path.size() > 1) {
    page.Say("").Say(
        "back from " + first + ", " + Counted(static_cast<int64_t>(path.size()) - 1, "step") + ":",
        Style::kStrong);
  }
  page.Show(PathTable(run, path));
  ShowInputs(page, run, path.back().event);
  if (facts.forward && facts.forward->line) {
    ShowLine(page, run, *facts.forward->line,
             "gradient of " + std::string(facts.forward->name) + ", made at ");
    if (facts.line) ShowLine(page, run, *facts.line, "asked for at ");
  } else if (facts.line) {
    ShowLine(page, run, *facts.line, "made at ");
  }
  const std::string op = name.substr(0, name.rfind('#'));
  SayNext(page, {"pt " + name, "goto " + name, "ni -d -t " + op});
  return page;
}

}  // namespace

Command OriginCommand() {
  return {
      .name = "origin",
      .aliases = {},
      .topic = Topic::kTensors,
      .summary = "walk back from a bad tensor to where the bad value was born",
      .positional = {"a tensor", Positional::Count::kOptional, Kind::kTensor},
      .details =
          "From each bad tensor to a bad one that it was made of, through calls, loops, "
          "variables and other devices, until everything that was read is clean. Without a "
          "name it begins at the current tensor or, where that is clean, at the first alert.",
      .examples = {"origin", "origin train_step::Mean:0#2", "origin @12:0"},
      .run = Origin,
  };
}

}  // namespace tdbg::view
