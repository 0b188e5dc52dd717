#include "cli/completion_script.h"

namespace tdbg::cli {
namespace {

constexpr char kHead[] = R"BASH(# Completion of tdbg for bash, written by `tdbg generate`.

# What may follow: words to choose from, FILE, DIRECTORY, PROGRAM, or nothing that can be guessed.
_tdbg_offer() {
  case $1 in
    FILE | PROGRAM) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$2") ;;
    DIRECTORY) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$2") ;;
    *) mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2") ;;
  esac
}

)BASH";

constexpr char kTail[] = R"BASH(
_tdbg() {
  local current=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} awaited= word i
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    _tdbg_offer "$(_tdbg_commands)" "$current"
    return
  fi
  # What the word before the cursor waits for. `--option=value` comes as three words.
  for ((i = 2; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if [[ $word == = ]]; then
      continue
    elif [[ -n $awaited ]]; then
      awaited=
    elif [[ $word == -* ]]; then
      awaited=$(_tdbg_value "$command $word")
    elif [[ $(_tdbg_argument "$command") == PROGRAM ]]; then
      _tdbg_offer FILE "$current"  # the program's own arguments
      return
    fi
  done
  [[ $current == = ]] && current=
  if [[ -n $awaited ]]; then
    [[ $awaited == - ]] || _tdbg_offer "$awaited" "$current"
  elif [[ $current == -* ]]; then
    _tdbg_offer "$(_tdbg_options "$command")" "$current"
  else
    _tdbg_offer "$(_tdbg_argument "$command")" "$current"
  fi
}
complete -F _tdbg tdbg
)BASH";

// "-" is a value that cannot be guessed.
std::string Offered(const Option& option) {
  if (option.value == "FILE" || option.value == "DIRECTORY") return option.value;
  std::string words;
  for (const std::string& choice : ChoicesOf(option)) words += (words.empty() ? "" : " ") + choice;
  return words.empty() ? "-" : words;
}

// A shell function that answers $1 by a table.
std::string Table(const std::string& name, const std::string& rows) {
  return name + "() {\n  case $1 in\n" + rows + "  esac\n}\n";
}

std::string Row(const std::string& key, const std::string& answer) {
  return "    '" + key + "') echo '" + answer + "' ;;\n";
}

}  // namespace

std::string BashCompletion(const std::vector<Subcommand>& subcommands) {
  std::string names = "--help --version", options, values, arguments;
  for (const Subcommand& subcommand : subcommands) {
    names += " " + subcommand.name;
    std::string flags = "--help", argument;
    if (subcommand.program != nullptr) argument = "PROGRAM";
    for (const Option& option : subcommand.options) {
      if (IsArgument(option)) {
        argument = Offered(option);
        continue;
      }
      flags += " " + option.name;
      if (!option.value.empty()) {
        values += Row(subcommand.name + " " + option.name, Offered(option));
      }
    }
    options += Row(subcommand.name, flags);
    arguments += Row(subcommand.name, argument);
  }
  return kHead + ("_tdbg_commands() { echo '" + names + "'; }\n") +
         "# The options of a command, what each takes, and what else it is given.\n" +
         Table("_tdbg_options", options) + Table("_tdbg_value", values) +
         Table("_tdbg_argument", arguments) + kTail;
}

}  // namespace tdbg::cli
