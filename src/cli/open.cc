#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <memory>

#include <unistd.h>

#include "cli/document_json.h"
#include "cli/exit_status.h"
#include "cli/progress.h"
#include "cli/shell_settings.h"
#include "cli/subcommands.h"
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

struct OpenOptions {
  std::string path;
  std::vector<std::string> commands;  // of -c
  std::string script;                 // of -x
  bool json = false;
  bool echo = false;           // each command before its answer
  bool timing = false;         // what each answer took, on standard error
  int64_t lines = 0;           // of each answer, at most; 0 for all
  bool list_commands = false;  // say which commands there are, and no more
};

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
      // Mistakes keep their place among the answers where both go to one terminal or file.
      std::fflush(stdout);
      std::FILE* const out = mistake ? stderr : stdout;
      const bool colour = prompt::WantsColour(fileno(out));
      if (mistake && !place.empty()) std::fprintf(out, "%s: ", place.c_str());
      view::LineStream lines(document);
      size_t shown = 0;
      while (const auto line = lines.Next()) {
        if (shown++ == most) {
          std::fprintf(out, "…\n");
          break;
        }
        std::fprintf(out, "%s\n", prompt::Rendered(*line, colour).c_str());
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

Result<int> Open(const OpenOptions& options) {
  if (options.list_commands) {
    PrintCommands();
    return kExitFine;
  }
  if (options.path.empty()) return InvalidArgument("open: PATH is missing: name a recording");
  UserFiles files;
  std::string script;
  if (!options.script.empty()) {
    TDBG_ASSIGN_OR_RETURN(script, files.Read(options.script));
  }
  TDBG_ASSIGN_OR_RETURN(const auto target, OpenTarget(options.path));
  const session::Target::Reading reading(*target);  // there is no other face
  session::Session* const session = reading.session();
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

}  // namespace

Subcommand OpenCommand() {
  auto options = std::make_shared<OpenOptions>();
  return {
      .name = "open",
      .purpose = "Open the prompt on a recording",
      .description = {"Opens a prompt on which the recording is looked into: its bad values and "
                      "where they were born, its tensors, graphs and sources. 'help' lists the "
                      "commands, 'help COMMAND' explains one, Tab completes.",
                      "With -c or -x, or when standard input is no terminal, commands are run one "
                      "after another and nobody is asked anything."},
      .options = {{.name = "PATH",
                   .value = "DIRECTORY",
                   .help = RecordingArgument(nullptr).help,
                   .target = &options->path},
                  {.name = "-c",
                   .value = "COMMANDS",
                   .help = "Run these commands (separated by ';') and leave",
                   .target = &options->commands},
                  {.name = "-x",
                   .value = "FILE",
                   .help = "Run the commands of this file and leave",
                   .target = &options->script},
                  JsonFlag(&options->json, "One JSON object for each answer (docs/json.md)"),
                  {.name = "--echo",
                   .help = "Print each command before its answer",
                   .target = &options->echo},
                  {.name = "--timing",
                   .help = "Say on standard error how long each answer took",
                   .target = &options->timing},
                  {.name = "--lines",
                   .value = "N",
                   .help = "At most so many lines of each answer; 0 for all",
                   .target = &options->lines},
                  {.name = "--commands",
                   .help = "List the commands of the prompt as JSON, and leave",
                   .target = &options->list_commands}},
      .statuses = {{"0", "every command was answered"},
                   {"2", "a command was a mistake; those behind it were run all the same"}},
      .examples = {{"tdbg open trace", "the prompt"},
                   {"tdbg open trace -c 'la -v origin; origin'",
                    "where the bad values were born, and what the first was made of"},
                   {"tdbg open trace -c 'lt -f \"bad > 0\"' --json", "an answer for a script"}},
      .run = [options] { return Open(*options); },
  };
}

}  // namespace tdbg::cli
