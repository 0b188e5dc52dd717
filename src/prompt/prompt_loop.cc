#include "prompt/prompt_loop.h"

#include <unistd.h>

#include "prompt/ansi.h"
#include "prompt/interrupt.h"
#include "prompt/line_editor.h"
#include "prompt/pager.h"
#include "prompt/terminal.h"
#include "prompt/write_all.h"

namespace tdbg::prompt {
namespace {

class Conversation {
 public:
  Conversation(Interpreter& interpreter, const HistoryFile& history_file, int end_fd)
      : interpreter_(interpreter),
        fds_{STDIN_FILENO, STDOUT_FILENO, end_fd},
        history_file_(history_file),
        history_(history_file.Load()),
        editor_(
            fds_, history_,
            [&](std::string_view line, size_t cursor) {
              return interpreter.Complete(line, cursor);
            },
            colour_) {}

  PromptEnd Run() {
    interpreter_.Remember(history_.lines());
    Next next = Answered([&](ScreenSize screen) { return interpreter_.Opening(screen); });
    while (next == Next::kLine) next = TakeLine();
    return next == Next::kEndFromOutside ? PromptEnd::kFromOutside : PromptEnd::kByUser;
  }

 private:
  using End = LineEditor::Reading::End;
  enum class Next { kLine, kEnd, kEndFromOutside };

  Next TakeLine() {
    const LineEditor::Reading reading = ReadLine(interpreter_.PromptText());
    switch (reading.end) {
      case End::kFromOutside:
        return Next::kEndFromOutside;
      case End::kCancelled:
        return Next::kLine;
      case End::kNoMore:
        return Answered([&](ScreenSize screen) { return interpreter_.NoMoreLines(screen); });
      case End::kEnter:
        break;
    }
    if (history_.Add(reading.line)) history_file_.Append(reading.line);
    return Answered([&](ScreenSize screen) { return interpreter_.Run(reading.line, screen); });
  }

  // Ctrl-D means yes, so that pressing it again and again leads out.
  Next Ask(const view::Question& question) {
    for (;;) {
      const LineEditor::Reading reading = ReadLine(question.text + " (y or n) ");
      if (reading.end == End::kFromOutside) return Next::kEndFromOutside;
      if (reading.end == End::kCancelled || reading.line == "n" || reading.line == "no") {
        return Next::kLine;
      }
      if (reading.end == End::kNoMore || reading.line == "y" || reading.line == "yes") {
        return Answered(
            [&](ScreenSize screen) { return interpreter_.Run(question.command, screen); });
      }
    }
  }

  LineEditor::Reading ReadLine(const std::string& prompt) {
    if (IsDumbTerminal()) return ReadPlainLine(fds_, prompt);
    return editor_.Read(Coloured(view::Style::kStrong, prompt));
  }

  // Shows the answer.
  template <typename Answering>
  Next Answered(const Answering& answering) {
    interrupt_.BeginWork();
    const Answer answer = answering(SizeOf(STDOUT_FILENO));
    const bool shown = Show(answer);
    interrupt_.EndWork();
    if (interrupt_.Take()) {
      editor_.DropTypedAhead();
      static_cast<void>(
          WriteAll(STDOUT_FILENO, Coloured(view::Style::kFaint, "interrupted") + "\n"));
    }
    if (!shown || answer.quit) return Next::kEnd;
    return answer.question ? Ask(*answer.question) : Next::kLine;
  }

  // False where nothing can be shown any more.
  bool Show(const Answer& answer) {
    if (!answer.lines) return true;
    const TextLines lines = [&]() -> std::optional<std::string> {
      const std::optional<view::Line> line = answer.lines();
      if (!line) return std::nullopt;
      return Rendered(*line, colour_);
    };
    if (interpreter_.WantsPager() && !IsDumbTerminal()) {
      const TypedInPager typed = ShowInPager(lines, fds_, interrupt_, editor_.has_typed_ahead());
      editor_.TypedAhead(typed.next_line, typed.left_by);
      return true;
    }
    while (!Interrupt::stop()) {
      const std::optional<std::string> line = lines();
      if (!line) break;
      if (!WriteAll(STDOUT_FILENO, *line + "\n")) return false;
    }
    return true;
  }

  std::string Coloured(view::Style style, const std::string& text) const {
    return colour_ ? Styled(style, text) : text;
  }

  Interpreter& interpreter_;
  const TerminalFds fds_;
  const bool colour_ = WantsColour(STDOUT_FILENO);
  const HistoryFile& history_file_;
  History history_;
  LineEditor editor_;
  Interrupt interrupt_;
};

}  // namespace

bool IsConversation() { return isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0; }

PromptEnd RunPrompt(Interpreter& interpreter, const HistoryFile& history_file, int end_fd) {
  return Conversation(interpreter, history_file, end_fd).Run();
}

}  // namespace tdbg::prompt
