#include "prompt/shell_interpreter.h"

#include <memory>
#include <utility>
#include <vector>

#include "view/command_line.h"
#include "view/completion.h"
#include "view/line_stream.h"

namespace tdbg::prompt {
namespace {

Answer AnswerOf(std::vector<view::Document> documents, ScreenSize screen, bool quit) {
  Answer answer;
  answer.quit = quit;
  if (!documents.empty()) answer.question = documents.back().question;
  // Shared, since functions are copied; the lines are read once all the same.
  auto streams = std::make_shared<std::vector<view::LineStream>>();
  for (view::Document& document : documents)
    streams->emplace_back(std::move(document), screen.columns);
  answer.lines = [streams, at = size_t{0}]() mutable -> std::optional<view::Line> {
    for (; at < streams->size(); ++at) {
      if (std::optional<view::Line> line = (*streams)[at].Next()) return line;
    }
    return std::nullopt;
  };
  return answer;
}

}  // namespace

void ShellInterpreter::Remember(const std::deque<std::string>& lines) {
  shell_.workspace().conversation.typed.assign(lines.begin(), lines.end());
}

void ShellInterpreter::Fit(ScreenSize screen) {
  shell_.workspace().surface.columns = screen.columns;
  shell_.workspace().surface.terminal = true;
}

Answer ShellInterpreter::Said(view::Document document, ScreenSize screen) {
  Fit(screen);
  std::vector<view::Document> documents;
  documents.push_back(std::move(document));
  return AnswerOf(std::move(documents), screen, shell_.quit());
}

Answer ShellInterpreter::Opening(ScreenSize screen) {
  Fit(screen);
  return Said(shell_.Opening(), screen);
}

Answer ShellInterpreter::Run(std::string_view line, ScreenSize screen) {
  Fit(screen);
  std::vector<view::Document> documents;
  for (const std::string& command : view::SplitCommands(line)) {
    if (shell_.quit() || shell_.workspace().surface.stop) break;
    documents.push_back(shell_.Run(command));
    if (documents.back().question) break;
  }
  return AnswerOf(std::move(documents), screen, shell_.quit());
}

view::Completion ShellInterpreter::Complete(std::string_view line, size_t cursor) {
  return view::Complete(shell_.workspace(), line, cursor);
}

bool ShellInterpreter::WantsPager() { return shell_.workspace().settings.Get("pager") != 0; }

}  // namespace tdbg::prompt
