#include "view/command_table.h"

#include <algorithm>

#include "base/near_names.h"
#include "view/borrowed_words.h"

namespace tdbg::view {

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
      IgnoreCommand(),
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

Status UnknownCommand(std::string_view word, bool living) {
  if (const auto answer = AnswerToBorrowedWord(word, living)) return *answer;
  std::vector<std::string_view> names;
  for (const Command& command : Commands()) {
    names.push_back(command.name);
    if (word.size() <= 3) names.insert(names.end(), command.aliases.begin(), command.aliases.end());
  }
  return NotFound("there is no command '" + std::string(word) + "'" + DidYouMean(word, names) +
                  " (`help` lists all)");
}

}  // namespace tdbg::view
