#include "view/command_table.h"

#include <algorithm>

#include "base/near_names.h"

namespace tdbg::view {
namespace {

// Words of tfdbg's that act on a living program.
constexpr std::string_view kLiveWords[] = {"run",          "r", "invoke_stepper", "inject_value",
                                           "list_profile", "lp"};

}  // namespace

const std::vector<Command>& Commands() {
  static const std::vector<Command> commands = {
      ListTensorsCommand(),
      FilterCommand(),
      PrintTensorCommand(),
      PrintFeedCommand(),
      PrintCommand(),
      EvalCommand(),
      ExamineCommand(),
      StepCommand(),
      ReverseStepCommand(),
      GotoCommand(),
      FindTensorCommand(),
      DisplayCommand(),
      UndisplayCommand(),
      SearchCommand(),
      FindElementCommand(),
      PreviousCommand(),
      NextCommand(),
      HistoryCommand(),
      DefineCommand(),
      SourceCommand(),
      ConfigCommand(),
      VersionCommand(),
      HelpCommand(),
      QuitCommand(),
      // Graphs, sources and runs.
      NodeInfoCommand(),
      ListInputsCommand(),
      ListOutputsCommand(),
      PathCommand(),
      ListSourceCommand(),
      PrintSourceCommand(),
      ListLinesCommand(),
      StackCommand(),
      UpCommand(),
      DownCommand(),
      FrameCommand(),
      AlertsCommand(),
      OriginCommand(),
      ExplainCommand(),
      ExecutionsCommand(),
      GraphsCommand(),
      StepsCommand(),
      RunInfoCommand(),
      InfoCommand(),
      UseCommand(),
      ContinueCommand(),
      DetachCommand(),
  };
  return commands;
}

const Command* FindCommand(std::string_view name) {
  for (const Command& command : Commands()) {
    if (command.name == name ||
        std::find(command.aliases.begin(), command.aliases.end(), name) != command.aliases.end()) {
      return &command;
    }
  }
  return nullptr;
}

Status NeedsLivingProgram(std::string_view word) {
  return Unsupported("'" + std::string(word) +
                     "' needs a living program; this is a recording: `step`, `goto` and `lt -f` "
                     "move through what happened");
}

Status UnknownCommand(std::string_view word) {
  const std::string quoted = "'" + std::string(word) + "'";
  if (std::find(std::begin(kLiveWords), std::end(kLiveWords), word) != std::end(kLiveWords)) {
    return NeedsLivingProgram(word);
  }
  if (word == "mouse" || word == "m") {
    return Unsupported(quoted +
                       " belongs to a full-screen view; `config set mouse_mode` keeps the "
                       "choice for it");
  }
  std::vector<std::string_view> names;
  for (const Command& command : Commands()) {
    names.push_back(command.name);
    if (word.size() <= 3) names.insert(names.end(), command.aliases.begin(), command.aliases.end());
  }
  return NotFound("there is no command " + quoted + DidYouMean(word, names) +
                  " (`help` lists all)");
}

}  // namespace tdbg::view
