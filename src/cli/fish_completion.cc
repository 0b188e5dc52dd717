#include "cli/completion_script.h"

namespace tdbg::cli {
namespace {

std::string FishQuoted(std::string_view text) {
  std::string safe = "'";
  for (const char letter : text) {
    if (letter == '\'' || letter == '\\') safe += '\\';
    safe += letter;
  }
  return safe + "'";
}

// What the option takes, as the words of `complete`: -r wants a value, -x one that is no file.
std::string Value(const Option& option) {
  if (option.value.empty()) return "";
  if (option.value == "FILE") return " -r -F";
  if (option.value == "DIRECTORY") return " -x -a '(__fish_complete_directories)'";
  std::string words;
  for (const std::string& choice : ChoicesOf(option)) words += " " + choice;
  return words.empty() ? " -x" : " -x -a " + FishQuoted(words.substr(1));
}

std::string Name(const Option& option) {
  return option.name.starts_with("--") ? " -l " + option.name.substr(2)
                                       : " -s " + option.name.substr(1);
}

}  // namespace

std::string FishCompletion(const std::vector<Subcommand>& subcommands) {
  std::string text =
      "# Completion of tdbg for fish, written by `tdbg generate`.\n\n"
      "complete -c tdbg -f\n"
      "complete -c tdbg -n __fish_use_subcommand -l help -d 'List the commands'\n"
      "complete -c tdbg -n __fish_use_subcommand -l version -d 'Print the version'\n";
  for (const Subcommand& subcommand : subcommands) {
    const std::string inside =
        "complete -c tdbg -n '__fish_seen_subcommand_from " + subcommand.name + "'";
    text += "\ncomplete -c tdbg -n __fish_use_subcommand -a " + subcommand.name + " -d " +
            FishQuoted(subcommand.purpose) + "\n" + inside + " -l help -d 'Print the options'\n";
    for (const Option& option : subcommand.options) {
      if (IsArgument(option)) {
        text += inside + " -a '(__fish_complete_directories)'\n";
      } else {
        text += inside + Name(option) + Value(option) + " -d " + FishQuoted(option.help) + "\n";
      }
    }
    if (subcommand.program != nullptr) text += inside + " -F\n";
  }
  return text;
}

}  // namespace tdbg::cli
