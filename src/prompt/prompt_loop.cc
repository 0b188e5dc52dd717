#include "prompt/prompt_loop.h"

#include <cstdio>
#include <fstream>

#include <unistd.h>

#include "prompt/ansi.h"
#include "prompt/answer_output.h"
#include "prompt/interrupt.h"
#include "prompt/line_editor.h"
#include "prompt/pager.h"
#include "prompt/terminal.h"
#include "prompt/write_all.h"

namespace tdbg::prompt {
namespace {

// A conversation at a terminal.
class Conversation {
 public:
  Conversation(Interpreter& interpreter, const PromptOptions& options)
      : interpreter_(interpreter),
        pager_(options.pager && !IsDumbTerminal()),
        history_file_(options.history_path),
        history_(history_file_.Load()),
        editor_(
            STDIN_FILENO, STDOUT_FILENO, history_,
            [&](std::string_view line, size_t cursor) {
              return interpreter.Complete(line, cursor);
            },
            colour_) {}

  void Run() {
    bool go_on = Answered([&](const Screen& screen) { return interpreter_.Opening(screen); });
    while (go_on) {
      const LineEditor::Reading reading = ReadLine();
      if (reading.end == LineEditor::Reading::End::kNoMore) return;
      if (reading.end == LineEditor::Reading::End::kCancelled) continue;
      if (history_.Add(reading.line)) history_file_.Append(reading.line);
      go_on = Answered([&](const Screen& screen) {
        return interpreter_.Run(reading.line, screen, interrupt_.stop());
      });
    }
  }

 private:
  LineEditor::Reading ReadLine() {
    const std::string prompt = interpreter_.PromptText();
    if (IsDumbTerminal()) return ReadPlainLine(STDIN_FILENO, STDOUT_FILENO, prompt);
    return editor_.Read(colour_ ? Styled(Style::kStrong, prompt) : prompt);
  }

  // Shows what `ask` answers; false where that was the end.
  template <typename Ask>
  bool Answered(const Ask& ask) {
    interrupt_.BeginWork();
    const Answer answer = ask(Screen{SizeOf(STDOUT_FILENO), true});
    const bool shown = Show(answer);
    interrupt_.EndWork();
    if (interrupt_.Take()) {
      editor_.DropTypedAhead();
      const std::string_view note = "interrupted";
      static_cast<void>(WriteAll(
          STDOUT_FILENO, (colour_ ? Styled(Style::kFaint, note) : std::string(note)) + "\n"));
    }
    return shown && !answer.quit;
  }

  // False where nothing can be shown any more.
  bool Show(const Answer& answer) {
    if (!answer.lines) return true;
    if (pager_) {
      const TextLines lines = [&]() -> std::optional<std::string> {
        std::optional<Line> line = answer.lines();
        if (!line) return std::nullopt;
        return Rendered(*line, colour_);
      };
      ShowInPager(lines, STDIN_FILENO, STDOUT_FILENO, interrupt_);
      return true;
    }
    AnswerOutput output(STDOUT_FILENO, colour_);
    output.Write(answer, interrupt_.stop());
    return output.state() == AnswerOutput::State::kFine;
  }

  Interpreter& interpreter_;
  const bool colour_ = WantsColour(STDOUT_FILENO);
  const bool pager_;
  const HistoryFile history_file_;
  History history_;
  LineEditor editor_;
  Interrupt interrupt_;
};

// Lines without a person: answers to standard output, mistakes to standard error.
class Batch {
 public:
  explicit Batch(Interpreter& interpreter) : interpreter_(interpreter) {}

  // False: no more.
  bool Run(const ScriptLine& line) {
    const Screen screen{SizeOf(STDOUT_FILENO), isatty(STDOUT_FILENO) != 0};
    const Answer answer = interpreter_.Run(line.text, screen, never_);
    if (answer.error) {
      failed_ = true;
      out_.Flush();
      error_.Write(answer, never_, line.place);
      error_.Flush();
    } else {
      out_.Write(answer, never_);
    }
    return !answer.quit && out_.state() == AnswerOutput::State::kFine;
  }

  int Finish() {
    out_.Flush();
    if (out_.state() == AnswerOutput::State::kFailed) {
      std::fputs("tdbg: cannot write to standard output\n", stderr);
      failed_ = true;
    }
    return failed_ ? kSomethingFailed : kAllFine;
  }

 private:
  Interpreter& interpreter_;
  AnswerOutput out_{STDOUT_FILENO, WantsColour(STDOUT_FILENO)};
  AnswerOutput error_{STDERR_FILENO, WantsColour(STDERR_FILENO)};
  const std::atomic<bool> never_ = false;
  bool failed_ = false;
};

// The next line of standard input; nullopt at its end.
std::optional<std::string> NextInputLine() {
  std::string line;
  int byte = 0;
  while ((byte = std::getc(stdin)) != EOF && byte != '\n') line += static_cast<char>(byte);
  if (byte == EOF && line.empty()) return std::nullopt;
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

}  // namespace

int RunPrompt(Interpreter& interpreter, const PromptOptions& options) {
  if (isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0) {
    Conversation(interpreter, options).Run();
    return kAllFine;
  }
  Batch batch(interpreter);
  while (const std::optional<std::string> line = NextInputLine()) {
    if (!batch.Run({*line, ""})) break;
  }
  return batch.Finish();
}

int RunScript(Interpreter& interpreter, const std::vector<ScriptLine>& script) {
  Batch batch(interpreter);
  for (const ScriptLine& line : script) {
    if (!batch.Run(line)) break;
  }
  return batch.Finish();
}

Result<std::vector<ScriptLine>> ReadScript(const std::string& path) {
  std::ifstream file(path);
  std::vector<ScriptLine> script;
  for (std::string line; std::getline(file, line);) {
    if (line.ends_with('\r')) line.pop_back();
    script.push_back({line, path + ":" + std::to_string(script.size() + 1)});
  }
  if (!file.eof()) return Unreadable("cannot read the script " + path);
  return script;
}

}  // namespace tdbg::prompt
