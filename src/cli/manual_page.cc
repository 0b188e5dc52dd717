#include "cli/manual_page.h"

#include "cli/subcommands.h"

namespace tdbg::cli {
namespace {

// Text in which roff sees nothing to obey. Every hyphen stays one that can be copied.
std::string Escaped(std::string_view text) {
  std::string safe;
  for (const char letter : text) {
    if (letter == '\\') {
      safe += "\\e";
    } else if (letter == '-') {
      safe += "\\-";
    } else if (letter == '\'') {
      safe += "\\(aq";
    } else if (letter == '"') {
      safe += "\\(dq";
    } else if (letter == '.' && safe.empty()) {
      safe += "\\&.";
    } else {
      safe += letter;
    }
  }
  return safe;
}

std::string Bold(std::string_view text) { return "\\fB" + Escaped(text) + "\\fR"; }

std::string Italic(std::string_view text) { return "\\fI" + Escaped(text) + "\\fR"; }

std::string Head(const std::string& name, const std::string& purpose) {
  return ".TH " + Escaped(name) + " 1 \"\" \"tdbg " TDBG_VERSION "\" \"\"\n.SH NAME\n" +
         Escaped(name) + " \\- " + Escaped(purpose) + "\n";
}

std::string Entry(const std::string& term, const std::string& text) {
  return ".TP\n" + term + "\n" + Escaped(text) + "\n";
}

std::string OptionTerm(const Option& option) {
  if (IsArgument(option)) return Italic(option.name);
  return Bold(option.name) + (option.value.empty() ? "" : " " + Italic(option.value));
}

std::string Synopsis(const Subcommand& subcommand) {
  std::string text = ".SH SYNOPSIS\n" + Bold("tdbg " + subcommand.name) + " [options]";
  for (const Option& option : subcommand.options) {
    if (IsArgument(option) || option.required) text += " " + OptionTerm(option);
  }
  if (subcommand.program != nullptr) text += " " + Italic("PROGRAM") + " [arguments of it]";
  return text + "\n";
}

std::string Options(const Subcommand& subcommand) {
  std::string text = ".SH OPTIONS\n";
  for (const Option& option : subcommand.options) {
    const std::string fallback = DefaultOf(option);
    text += Entry(OptionTerm(option),
                  option.help + (fallback.empty() ? "" : " (" + fallback + " if not given)"));
  }
  if (subcommand.program != nullptr) {
    text += Entry(Italic("PROGRAM"),
                  "X.py, -m MODULE or an executable; what follows are its own arguments");
  }
  return text + Entry(Bold("-h") + ", " + Bold("--help"), "Print the options and leave");
}

}  // namespace

std::string ManualPage(const Subcommand& subcommand) {
  std::string text = Head("tdbg-" + subcommand.name, subcommand.purpose) + Synopsis(subcommand) +
                     ".SH DESCRIPTION\n";
  for (const std::string& paragraph : subcommand.description) {
    text += ".PP\n" + Escaped(paragraph) + "\n";
  }
  text += Options(subcommand) + ".SH EXIT STATUS\n";
  for (const StatusMeaning& status : StatusesOf(subcommand)) {
    text += Entry(Bold(status.status), status.meaning);
  }
  text += ".SH EXAMPLES\n";
  for (const Example& example : subcommand.examples) {
    text += Entry(Bold(example.command), example.says);
  }
  return text + ".SH SEE ALSO\n" + Bold("tdbg") + "(1)\n";
}

std::string ManualPage(const std::vector<Subcommand>& subcommands) {
  std::string text = Head("tdbg", "the tensor debugger") + ".SH SYNOPSIS\n" + Bold("tdbg") + " " +
                     Italic("COMMAND") + " [options]\n" + ".SH DESCRIPTION\n" +
                     Escaped(
                         "tdbg finds out why a tensor program went wrong: where the first NaN "
                         "or infinity was born, which line of the program made that op, and "
                         "what happened before.") +
                     "\n.SH COMMANDS\n";
  for (const Subcommand& subcommand : subcommands) {
    text += Entry(Bold(subcommand.name), subcommand.purpose);
  }
  text += ".SH OPTIONS\n" +
          Entry(Bold("-h") + ", " + Bold("--help"), "List the commands and leave") +
          Entry(Bold("--version"), "Print the version and leave") + ".SH SEE ALSO\n";
  for (const Subcommand& subcommand : subcommands) {
    const bool last = &subcommand == &subcommands.back();
    text += Bold("tdbg-" + subcommand.name) + "(1)" + (last ? "\n" : ",\n");
  }
  return text;
}

}  // namespace tdbg::cli
