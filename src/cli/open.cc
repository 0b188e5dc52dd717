#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <memory>

#include <unistd.h>

#include "cli/commands.h"
#include "cli/document_json.h"
#include "cli/exit_status.h"
#include "cli/progress.h"
#include "cli/shell_settings.h"
#include "cli/user_files.h"
#include "prompt/ansi.h"
#include "prompt/interrupt.h"
#include "prompt/prompt_loop.h"
#include "prompt/shell_interpreter.h"
#include "session/session.h"
#include "view/command_line.h"
#include "view/command_table.h"
#include "view/line_stream.h"
#include "view/shell.h"

namespace tdbg::cli {
namespace {

using session::Session;

// Runs commands one after another without a terminal's comforts.
class Batch {
 public:
  Batch(view::Shell& shell, const OpenOptions& options) : shell_(shell), options_(options) {}

  // `place` is where a mistake is said to be: "file:line", or nothing.
  void Run(std::string_view line, const std::string& place = "") {
    for (const std::string& command : view::SplitCommands(line)) {
      if (shell_.quit()) return;
      RunOne(command, place);
    }
  }

  void RunScript(const std::string& path, std::string_view text) {
    for (size_t number = 1; !text.empty(); ++number) {
      const size_t end = std::min(text.find('\n'), text.size());
      Run(text.substr(0, end), path + ":" + std::to_string(number));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  bool failed() const { return failed_; }

 private:
  void RunOne(const std::string& command, const std::string& place) {
    if (options_.echo) std::printf("tdbg> %s\n", command.c_str());
    const auto start = std::chrono::steady_clock::now();
    const view::Document document = shell_.Run(command);
    const bool mistake = document.severity == view::Document::Severity::kError;
    failed_ |= mistake;
    const size_t most = options_.lines > 0 ? static_cast<size_t>(options_.lines) : SIZE_MAX;
    if (options_.json) {
      std::printf("%s\n", ToText(JsonDocument(command, document, most)).c_str());
    } else {
      if (mistake && !place.empty()) std::printf("%s: ", place.c_str());
      view::LineStream lines(document);
      size_t shown = 0;
      while (const auto line = lines.Next()) {
        if (shown++ == most) {
          std::printf("…\n");
          break;
        }
        std::printf("%s\n", prompt::Rendered(*line, colour_).c_str());
      }
    }
    if (options_.timing) {
      const std::chrono::duration<double, std::milli> took =
          std::chrono::steady_clock::now() - start;
      std::fprintf(stderr, "timing: %.3f %s\n", took.count(), command.c_str());
    }
  }

  view::Shell& shell_;
  const OpenOptions& options_;
  const bool colour_ = prompt::WantsColour(STDOUT_FILENO);
  bool failed_ = false;
};

Json JsonFlag(const view::Flag& flag) {
  Json names = Json::array();
  if (!flag.brief.empty()) names.push_back(flag.brief);
  names.push_back(flag.name);
  return names;
}

void PrintCommands() {
  Json list = Json::array();
  for (const view::Command& command : view::Commands()) {
    Json flags = Json::array();
    for (const view::Flag& flag : command.flags) flags.push_back(JsonFlag(flag));
    list.push_back({{"name", command.name},
                    {"aliases", command.aliases},
                    {"flags", std::move(flags)},
                    {"summary", command.summary}});
  }
  std::printf("%s\n", ToText({{"commands", std::move(list)}}).c_str());
}

// The line of progress is gone before the prompt comes.
Result<std::unique_ptr<Session>> OpenSession(const std::string& path) {
  ProgressLine progress;
  return Session::Open(path, progress.callback());
}

}  // namespace

Result<int> RunOpen(const OpenOptions& options) {
  if (options.list_commands) {
    PrintCommands();
    return kExitFine;
  }
  if (options.path.empty()) return InvalidArgument("open: PATH is missing");
  UserFiles files;
  std::string script;
  if (!options.script.empty()) {
    TDBG_ASSIGN_OR_RETURN(script, files.Read(options.script));
  }
  TDBG_ASSIGN_OR_RETURN(const auto session, OpenSession(options.path));
  for (session::RunView& run : session->runs()) run.Prepare();
  view::Shell shell(*session, files, prompt::Interrupt::stop());
  LoadSettings(shell.workspace());

  const bool asked = options.commands.empty() && options.script.empty();
  if (asked && !options.json && prompt::IsConversation()) {
    prompt::ShellInterpreter interpreter(shell);
    prompt::RunPrompt(interpreter, prompt::HistoryFile(prompt::HistoryFile::DefaultPath()));
    return kExitFine;
  }
  Batch batch(shell, options);
  batch.RunScript(options.script, script);
  for (const std::string& line : options.commands) batch.Run(line);
  if (asked) {
    for (std::string line; !shell.quit() && std::getline(std::cin, line);) batch.Run(line);
  }
  return batch.failed() ? kExitUsage : kExitFine;
}

}  // namespace tdbg::cli
