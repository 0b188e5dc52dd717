#include "base/printable.h"
#include "view/command_line.h"
#include "view/command_table.h"

namespace tdbg::view {
namespace {

Result<Document> Define(Workspace& workspace, const Arguments& arguments) {
  const std::vector<std::string>& words = arguments.words();
  if (words.empty()) {
    std::vector<std::vector<Cell>> rows;
    for (const auto& [name, meaning] : workspace.defined.aliases) {
      rows.push_back({TextCell(name, Style::kName, name), TextCell(meaning)});
    }
    Document page = Document::Of(Counted(static_cast<int64_t>(rows.size()), "definition"));
    page.Show(
        FixedTable("definitions", {{"name", "word"}, {"meaning", "stands for"}}, std::move(rows)));
    return page;
  }
  const std::string& name = words[0];
  if (FindCommand(name) != nullptr) {
    return InvalidArgument("define: " + name + " is a command already; choose another word");
  }
  if (words.size() == 1) {
    if (workspace.defined.aliases.erase(name) == 0) {
      return NotFound("define: " + name + " was not defined; expected define WORD COMMAND");
    }
    return Document::Of(name + " is defined no more");
  }
  // As typed, so that quotes inside stay; one quoted argument stands for what is in it.
  const std::string& typed = arguments.text();
  workspace.defined.aliases[name] =
      words.size() == 2 ? words[1] : typed.substr(typed.find(name) + name.size() + 1);
  return Document::Of(name + " stands for: " + workspace.defined.aliases[name]);
}

Result<Document> Source(Workspace& workspace, const Arguments& arguments) {
  TDBG_ASSIGN_OR_RETURN(const std::string script, workspace.surface.files.Read(arguments.text()));
  Document all;
  std::string_view rest = script;
  for (int number = 1; !rest.empty(); ++number) {
    const size_t end = rest.find('\n');
    for (const std::string& command : SplitCommands(rest.substr(0, end))) {
      Result<Document> answer = workspace.interpret(command);
      if (answer.ok() && answer->question) {  // who wrote the script has decided
        answer = workspace.interpret(answer->question->command);
      }
      if (!answer.ok()) {
        return InvalidArgument(arguments.text() + ":" + std::to_string(number) + ": " +
                               answer.status().message());
      }
      all.Append(*std::move(answer));
    }
    if (end == std::string_view::npos || workspace.conversation.over) break;
    rest.remove_prefix(end + 1);
  }
  return all;
}

Result<Document> Display(Workspace& workspace, const Arguments& arguments) {
  if (!arguments.text().empty()) {
    // Tried at once: a mistake should show now, not at the next step.
    TDBG_ASSIGN_OR_RETURN(Document page, workspace.interpret("print " + arguments.text()));
    workspace.defined.displays.push_back(arguments.text());
    return page;
  }
  std::vector<std::vector<Cell>> rows;
  for (size_t i = 0; i < workspace.defined.displays.size(); ++i) {
    rows.push_back({NumberCell(static_cast<int64_t>(i), Style::kLineNumber),
                    TextCell(workspace.defined.displays[i])});
  }
  Document page = Document::Of(rows.empty() ? "nothing is displayed after a move"
                                            : "displayed after each move");
  page.Show(FixedTable("displays", {{"number", ""}, {"expression", ""}}, std::move(rows)));
  return page;
}

Result<Document> Undisplay(Workspace& workspace, const Arguments& arguments) {
  const std::string& text = arguments.text();
  if (text.empty()) {
    workspace.defined.displays.clear();
    return Document::Of("nothing is displayed any more");
  }
  for (size_t i = 0; i < workspace.defined.displays.size(); ++i) {
    if (std::to_string(i) != text) continue;
    workspace.defined.displays.erase(workspace.defined.displays.begin() +
                                     static_cast<std::ptrdiff_t>(i));
    return Document::Of("no longer displayed: " + text);
  }
  return NotFound("undisplay: there is no number " + text + "; `display` lists them");
}

}  // namespace

Command DefineCommand() {
  return {
      .name = "define",
      .aliases = {},
      .topic = Topic::kPrompt,
      .summary = "give a command of your own a name; without one, list them",
      .positional = {"a word and what it stands for", Positional::Count::kRest},
      .details =
          "What is typed behind the word goes to the end of the last command. Quote it to "
          "have several commands in one. A word alone is forgotten again.",
      .examples = {"define bad lt -f has_inf_or_nan", "define look 'ni .; li .'"},
      .run = Define,
  };
}

Command SourceCommand() {
  return {
      .name = "source",
      .aliases = {},
      .topic = Topic::kPrompt,
      .summary = "run the commands of a file",
      .positional = {"a file", Positional::Count::kOne, Kind::kPath},
      .details =
          "One command a line, or several with ; between them. # begins a comment. The "
          "first mistake ends it.",
      .examples = {"source checks.tdbg"},
      .run = Source,
  };
}

Command DisplayCommand() {
  return {
      .name = "display",
      .aliases = {},
      .topic = Topic::kMoving,
      .summary = "print a tensor or an expression after each move of the cursor",
      .positional = {"a tensor or an expression", Positional::Count::kRest, Kind::kExpression},
      .examples = {"display .", "display max(`loss:0`)", "display"},
      .run = Display,
  };
}

Command UndisplayCommand() {
  return {
      .name = "undisplay",
      .aliases = {},
      .topic = Topic::kMoving,
      .summary = "display it no longer; without a number, nothing any more",
      .positional = {"its number", Positional::Count::kOptional},
      .examples = {"undisplay 0", "undisplay"},
      .run = Undisplay,
  };
}

}  // namespace tdbg::view
