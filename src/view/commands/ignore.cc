#include <algorithm>

#include "base/printable.h"
#include "session/live_program.h"
#include "view/borrowed_words.h"
#include "view/command_table.h"
#include "view/commands/source_lines.h"
#include "view/current_op.h"

namespace tdbg::view {
namespace {

using session::IgnoredBirths;

Document List(session::LiveProgram& program) {
  const std::vector<IgnoredBirths> ignored = program.ignored();
  const auto count = static_cast<int64_t>(ignored.size());
  if (count == 0) return Document::Of("the program is held at every birth");
  Document page = Document::Of("births of " + Counted(count, "place") +
                               " are ignored; `ignore --clear` ends that");
  std::vector<std::vector<Cell>> rows;
  for (const IgnoredBirths& births : ignored) {
    rows.push_back(
        {TextCell(births.op.empty() ? "line" : "op"), TextCell(births.Text(), Style::kName)});
  }
  page.Show(FixedTable("ignored", {{"what", ""}, {"name", ""}}, std::move(rows)));
  return page;
}

// "train.py:54", "54" in the file of the line at the cursor, or the name of an op.
Result<IgnoredBirths> MeantBirths(Position& position, const std::string& text) {
  const SourcePlace place = ParseSourcePlace(text);
  if (place.line <= 0) {
    TDBG_ASSIGN_OR_RETURN(const session::Subject subject, NamedSubject(position, text));
    return session::BirthsOf(position.run().run(), subject);
  }
  if (!place.path.empty()) {
    // "loss/Log:0" is a tensor, "train.py:54" a line; what an op is called goes first.
    const auto subject = NamedSubject(position, text);
    if (subject.ok()) return session::BirthsOf(position.run().run(), *subject);
    return session::BirthsOfLine(position.run(), place.path, place.line);
  }
  TDBG_ASSIGN_OR_RETURN(const session::Subject subject, NamedSubject(position, ""));
  const store::Run& run = position.run().run();
  const auto line = query::UserLine(run, subject.StackIn(run));
  if (!line) return NotFound("ignore: say FILE:LINE; the op at the cursor has no recorded line");
  return session::BirthsOfLine(position.run(), std::string(line->file), place.line);
}

Result<Document> Ignore(Workspace& workspace, const Arguments& arguments) {
  session::LiveProgram* const program = workspace.program;
  if (program == nullptr) return NeedsLivingProgram("ignore");
  if (arguments.Has("--clear")) {
    program->IgnoreNone();
    return List(*program);
  }
  if (arguments.Has("--list")) return List(*program);
  TDBG_ASSIGN_OR_RETURN(const IgnoredBirths births,
                        MeantBirths(workspace.position, arguments.text()));
  const std::string where = (births.op.empty() ? "at " : "in ") + births.Text();
  const std::vector<IgnoredBirths> before = program->ignored();
  if (std::find(before.begin(), before.end(), births) != before.end()) {
    return Document::Of("births " + where + " are ignored already; `continue` lets the program go");
  }
  program->Ignore(births);
  return Document::Of("births " + where +
                      " are ignored from now on; `continue` lets the program go");
}

}  // namespace

Command IgnoreCommand() {
  return {
      .name = "ignore",
      .aliases = {},
      .topic = Topic::kRun,
      .summary = "never hold the program at births in an op or a source line again",
      .positional = {"[graph::]op, FILE:LINE or LINE", Positional::Count::kOptional, Kind::kNode},
      .flags = {{"-l", "--list", "", "what is ignored"},
                {"-c", "--clear", "", "ignore nothing any more"}},
      .details =
          "Without a name, the op of the current tensor; for an eager op, the line that asked for "
          "it. A line means the births of the ops that it made itself. What is ignored is "
          "recorded all the same: `alerts` lists it.",
      .examples = {"ignore", "ignore train_step::loss/Log", "ignore train.py:54", "ignore --list"},
      .run = Ignore,
  };
}

}  // namespace tdbg::view
