// All commands of the prompt.
#pragma once

#include <string_view>
#include <vector>

#include "view/command.h"

namespace tdbg::view {

// In the order of help.
const std::vector<Command>& Commands();

// By name or alias; nullptr if there is none.
const Command* FindCommand(std::string_view name);

// The one line for a word that is no command: what comes near it, or why it has no place here.
// `living`: the prompt is on a program that is held.
Status UnknownCommand(std::string_view word, bool living);

// One function for each command of commands/.
Command ConfigCommand();
Command DefineCommand();
Command DisplayCommand();
Command EvalCommand();
Command ExamineCommand();
Command FilterCommand();
Command FindElementCommand();
Command FindTensorCommand();
Command GotoCommand();
Command HelpCommand();
Command HistoryCommand();
Command ListTensorsCommand();
Command NextCommand();
Command PreviousCommand();
Command PrintCommand();
Command PrintFeedCommand();
Command PrintTensorCommand();
Command QuitCommand();
Command ReverseStepCommand();
Command SearchCommand();
Command SourceCommand();
Command StepCommand();
Command UndisplayCommand();
Command VersionCommand();

// Graphs, sources and runs.
Command AlertsCommand();
Command ContinueCommand();
Command DetachCommand();
Command DownCommand();
Command ExecutionsCommand();
Command ExplainCommand();
Command FrameCommand();
Command GraphsCommand();
Command IgnoreCommand();
Command InfoCommand();
Command ListInputsCommand();
Command ListLinesCommand();
Command ListOutputsCommand();
Command ListSourceCommand();
Command NodeInfoCommand();
Command OriginCommand();
Command PathCommand();
Command PrintSourceCommand();
Command RunInfoCommand();
Command StackCommand();
Command StepsCommand();
Command UpCommand();
Command UseCommand();

}  // namespace tdbg::view
