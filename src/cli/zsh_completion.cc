#include "cli/completion_script.h"

namespace tdbg::cli {
namespace {

// Text between single quotes, in which _arguments and _describe see no brackets and colons.
std::string ZshQuoted(std::string_view text) {
  std::string safe;
  for (const char letter : text) {
    if (letter == '\'') {
      safe += "'\\''";
      continue;
    }
    if (letter == '[' || letter == ']' || letter == ':' || letter == '\\') safe += '\\';
    safe += letter;
  }
  return safe;
}

// What completes a value: ":N:", ":FILE:_files".
std::string Action(const Option& option) {
  if (option.value == "FILE") return ":FILE:_files";
  if (option.value == "DIRECTORY") return ":DIRECTORY:_files -/";
  std::string words;
  for (const std::string& choice : ChoicesOf(option)) words += " " + choice;
  if (!words.empty()) return ":value:(" + words.substr(1) + ")";
  return ":" + ZshQuoted(option.value) + ":";
}

std::string Specification(const Option& option, size_t place) {
  if (IsArgument(option)) return "'" + std::to_string(place) + Action(option) + "'";
  return "'*" + option.name + "[" + ZshQuoted(option.help) + "]" +
         (option.value.empty() ? "" : Action(option)) + "'";
}

std::string Arguments(const Subcommand& subcommand) {
  std::string text = "    " + subcommand.name + ")\n      _arguments '--help[print the options]'";
  size_t place = 0;
  for (const Option& option : subcommand.options) {
    place += IsArgument(option) ? 1 : 0;
    text += " \\\n        " + Specification(option, place);
  }
  if (subcommand.program != nullptr) text += " \\\n        '*::program:_files'";
  return text + "\n      ;;\n";
}

}  // namespace

std::string ZshCompletion(const std::vector<Subcommand>& subcommands) {
  std::string names, cases;
  for (const Subcommand& subcommand : subcommands) {
    names += "    '" + subcommand.name + ":" + ZshQuoted(subcommand.purpose) + "'\n";
    cases += Arguments(subcommand);
  }
  return "#compdef tdbg\n# Completion of tdbg for zsh, written by `tdbg generate`.\n\n"
         "_tdbg() {\n  local -a commands=(\n" +
         names +
         "  )\n"
         "  if (( CURRENT == 2 )); then\n"
         "    _describe command commands\n"
         "    return\n"
         "  fi\n"
         "  shift words\n"
         "  (( CURRENT-- ))\n"
         "  case $words[1] in\n" +
         cases +
         "  esac\n"
         "}\n\n"
         // Loaded by its name as a function, or sourced.
         "if [[ $funcstack[1] == _tdbg ]]; then _tdbg \"$@\"; else compdef _tdbg tdbg; fi\n";
}

}  // namespace tdbg::cli
