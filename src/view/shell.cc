#include "view/shell.h"

#include <iterator>

#include "base/printable.h"
#include "view/command_line.h"
#include "view/command_table.h"
#include "view/line_stream.h"
#include "view/opening.h"

namespace tdbg::view {
namespace {

// Aliases and scripts that run each other without end.
constexpr int kDeepestCall = 20;

// Lines that are remembered, at most: a page may be open for weeks.
constexpr ptrdiff_t kMostTyped = 10'000;

Document ErrorDocument(const Status& status) {
  Document document;
  document.severity = Document::Severity::kError;
  // An expression's mistake has three lines: what, where, a caret.
  std::string_view message = status.message();
  for (bool first = true; first || !message.empty(); first = false) {
    const size_t end = message.find('\n');
    const std::string line((first ? "error: " : "") + std::string(message.substr(0, end)));
    document.Say(line, first ? Style::kError : Style::kPlain);
    if (end == std::string_view::npos) break;
    message.remove_prefix(end + 1);
  }
  return document;
}

}  // namespace

Shell::Shell(session::Session& session, Files& files, const std::atomic<bool>& stop)
    : workspace_{.position = Position(session), .surface = {.files = files, .stop = stop}} {
  workspace_.interpret = [this](std::string_view line) { return Interpret(line); };
}

void Shell::Refreshed() {
  workspace_.position.Refreshed();
  workspace_.answers.Clear();
  workspace_.conversation.over = false;
}

Document Shell::Run(std::string_view line) {
  std::vector<std::string>& typed = workspace_.conversation.typed;
  if (std::ssize(typed) >= kMostTyped) typed.erase(typed.begin(), typed.begin() + kMostTyped / 2);
  typed.emplace_back(line);
  Result<Document> answer = Interpret(line);
  if (!answer.ok()) return ErrorDocument(answer.status());
  return *std::move(answer);
}

Result<Document> Shell::Interpret(std::string_view text) {
  if (depth_ == kDeepestCall) return InvalidArgument("commands call each other without end");
  ++depth_;
  Result<Document> answer = InterpretOne(text);
  --depth_;
  return answer;
}

Result<Document> Shell::InterpretOne(std::string_view text) {
  TDBG_ASSIGN_OR_RETURN(const CommandLine line, ParseCommandLine(text));
  if (line.words.empty()) return Document();
  const std::string& word = line.words.front().text;
  const Command* const command = FindCommand(word);
  if (command == nullptr) {
    const auto alias = workspace_.defined.aliases.find(word);
    if (alias == workspace_.defined.aliases.end()) {
      return UnknownCommand(word, workspace_.program != nullptr);
    }
    return Expand(alias->second + line.text.substr(line.words.front().end));
  }
  TDBG_ASSIGN_OR_RETURN(const Arguments arguments,
                        Arguments::Parse(word, command->flags, command->positional, line));
  TDBG_ASSIGN_OR_RETURN(Document document, command->run(workspace_, arguments));
  if (depth_ == 1 && command->makes_page) workspace_.answers.Keep(document);
  if (!line.file.empty()) {
    const std::string plain = PlainText(document);
    TDBG_RETURN_IF_ERROR(workspace_.surface.files.Write(line.file, plain, line.append));
    document.Say(
        "wrote " + Counted(static_cast<int64_t>(plain.size()), "byte") + " to " + line.file,
        Style::kFaint);
  }
  return document;
}

Result<Document> Shell::Expand(const std::string& text) {
  Document all;
  for (const std::string& command : SplitCommands(text)) {
    TDBG_ASSIGN_OR_RETURN(Document answer, Interpret(command));
    if (all.blocks.empty() && all.title.empty()) {
      all = std::move(answer);
      continue;
    }
    all.Append(std::move(answer));
  }
  return all;
}

Document Shell::Opening() {
  if (workspace_.position.session().runs().empty()) return Document();
  return OpeningPage(workspace_);
}

}  // namespace tdbg::view
