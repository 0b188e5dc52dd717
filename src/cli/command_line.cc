#include "cli/command_line.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string_view>

#include <CLI/CLI.hpp>

#include "base/whole_number.h"
#include "cli/exit_status.h"
#include "cli/subcommands.h"
#include "cli/terminal_text.h"

namespace tdbg::cli {
namespace {

// Names from a recording may be in the message: it stays one line, and harmless.
int Fail(const std::string& message) {
  std::fprintf(stderr, "tdbg: %s\n", Printable(message).c_str());
  return kExitUsage;
}

int Finish(const Result<int>& result) {
  if (!result.ok()) return Fail(result.status().message());
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    return Fail("cannot write to standard output");
  }
  return *result;
}

CLI::Validator WholeNumberOf(const Option& option) {
  const auto check = [least = option.least, most = option.most](const std::string& text) {
    const std::optional<int64_t> number = WholeNumber(text);
    if (number && *number >= least && *number <= most) return std::string();
    const std::string bounds = " from " + std::to_string(least) +
                               (most == INT64_MAX ? " on" : " to " + std::to_string(most));
    return "'" + text + "' is not accepted, only whole numbers" + bounds;
  };
  return CLI::Validator(check, "");
}

CLI::Validator OneOf(const Option& option) {
  const auto check = [choices = ChoicesOf(option)](const std::string& text) {
    std::string known;
    for (const std::string& choice : choices) {
      if (choice == text) return std::string();
      known += (known.empty() ? "" : ", ") + choice;
    }
    return "'" + text + "' is not accepted, only " + known;
  };
  return CLI::Validator(check, "");
}

void AddOption(CLI::App& app, const Option& option) {
  const auto add = [&](auto target) -> CLI::Option* {
    using Target = decltype(target);
    if constexpr (std::is_same_v<Target, bool*>) {
      return app.add_flag(option.name, *target, option.help);
    } else if constexpr (std::is_same_v<Target, std::function<void(const std::string&)>>) {
      return app.add_option_function<std::string>(option.name, target, option.help);
    } else if constexpr (std::is_same_v<Target, std::vector<std::string>*>) {
      // One value at a time, so that an argument may follow.
      return app.add_option(option.name, *target, option.help)->allow_extra_args(false);
    } else if constexpr (std::is_same_v<Target, std::string*>) {
      return app.add_option(option.name, *target, option.help);
    } else {
      return app.add_option(option.name, *target, option.help)->check(WholeNumberOf(option));
    }
  };
  CLI::Option* added = std::visit(add, option.target);
  if (!option.value.empty()) {
    added->type_name(IsArgument(option) ? "" : option.value);
    added->default_str(DefaultOf(option));
  }
  if (!ChoicesOf(option).empty()) added->check(OneOf(option));
  added->required(option.required);
}

// What --help says behind the options.
std::string Footer(const Subcommand& subcommand) {
  std::string text;
  if (subcommand.program != nullptr) {
    text +=
        "Behind the options: X.py, -m MODULE or an executable, and the program's own arguments.\n";
  }
  text += "Exit status:\n";
  for (const StatusMeaning& status : StatusesOf(subcommand)) {
    text += "  " + status.status + "  " + status.meaning + "\n";
  }
  text += "Examples:\n";
  for (const Example& example : subcommand.examples) {
    text += "  " + example.command + "\n      " + example.says + "\n";
  }
  return text;
}

CLI::App* AddSubcommand(CLI::App& app, const Subcommand& subcommand) {
  CLI::App* command = app.add_subcommand(subcommand.name, subcommand.purpose);
  for (const Option& option : subcommand.options) AddOption(*command, option);
  // What follows the program's name is the program's.
  if (subcommand.program != nullptr) command->prefix_command();
  command->footer(Footer(subcommand));
  return command;
}

// What the first word was, where it is no subcommand.
std::string UnknownCommand(const std::vector<Subcommand>& subcommands, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return "";
  std::string known;
  for (const Subcommand& subcommand : subcommands) {
    if (subcommand.name == argv[1]) return "";
    known += (known.empty() ? "" : ", ") + subcommand.name;
  }
  return std::string("there is no command '") + argv[1] + "', only " + known;
}

// How many of the words are read as tdbg's: all, or those before a `--` behind which the program is
// named. A `--` behind the program's name is one of its own arguments.
int WordsOfTdbg(const std::vector<Subcommand>& subcommands, CLI::App& app, int argc, char** argv) {
  const auto dashes = static_cast<int>(std::find(argv, argv + argc, std::string_view("--")) - argv);
  if (dashes == argc) return argc;
  for (const Subcommand& subcommand : subcommands) {
    if (subcommand.name != argv[1] || subcommand.program == nullptr) continue;
    app.parse(dashes, argv);
    if (app.get_subcommand(subcommand.name)->remaining().empty()) return dashes;
  }
  return argc;
}

Result<int> RunParsed(const Subcommand& subcommand, const CLI::App& parsed,
                      const std::vector<std::string>& behind_dashes) {
  if (subcommand.program != nullptr) {
    *subcommand.program = behind_dashes.empty() ? parsed.remaining() : behind_dashes;
  }
  if (subcommand.check) {
    const Status status = subcommand.check();
    if (!status.ok()) {
      return InvalidArgument(status.message() + " (see tdbg " + subcommand.name + " --help)");
    }
  }
  return subcommand.run();
}

}  // namespace

int RunCommandLine(const std::vector<Subcommand>& subcommands, int argc, char** argv) {
  CLI::App app(kPurpose, "tdbg");
  app.set_version_flag("--version", std::string("tdbg ") + TDBG_VERSION);
  app.require_subcommand(1);
  std::vector<CLI::App*> commands;
  for (const Subcommand& subcommand : subcommands) {
    commands.push_back(AddSubcommand(app, subcommand));
  }
  std::vector<std::string> behind_dashes;
  try {
    const int words = WordsOfTdbg(subcommands, app, argc, argv);
    if (words < argc) behind_dashes.assign(argv + words + 1, argv + argc);
    app.parse(words, argv);
  } catch (const CLI::Success& asked_for_help) {
    return app.exit(asked_for_help);
  } catch (const CLI::ParseError& error) {
    std::string command = "tdbg";
    for (const CLI::App* sub : app.get_subcommands()) command += " " + sub->get_name();
    std::string what = UnknownCommand(subcommands, argc, argv);
    if (what.empty()) what = error.what();
    return Fail(what + " (see " + command + " --help)");
  }
  for (size_t i = 0; i < commands.size(); ++i) {
    if (commands[i]->parsed())
      return Finish(RunParsed(subcommands[i], *commands[i], behind_dashes));
  }
  return Fail("no subcommand was given (see tdbg --help)");
}

}  // namespace tdbg::cli
