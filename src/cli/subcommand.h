// What a subcommand says of itself. Its own file declares it; the parser, --help, the manual pages
// and the shells' completions all come of this one declaration.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "base/status.h"

namespace tdbg::cli {

// Where the parser puts what the user wrote: a flag into a bool, a value anywhere else. A vector
// takes one value each time that the option is given.
using OptionTarget = std::variant<bool*, int*, int64_t*, std::string*, std::vector<std::string>*,
                                  std::function<void(const std::string&)>>;

// An option ("--json", "-o"), or an argument that stands by its place ("PATH").
struct Option {
  std::string name;
  // What it takes; "" for a flag. FILE and DIRECTORY are completed as such, words that are joined
  // by | are all there are to choose from, and anything else is for people to read.
  std::string value;
  std::string help;  // one line
  // What it holds before the parsing is the default, which help tells if it is a number from 0 on
  // or a text that is not empty.
  OptionTarget target;
  bool required = false;
  int64_t least = 0;  // of a number
  int64_t most = INT64_MAX;
};

inline bool IsArgument(const Option& option) { return !option.name.starts_with('-'); }

// "0", "" where none is told.
std::string DefaultOf(const Option& option);

// The words of a value like "native|tfdbg2"; empty where the value is no choice.
std::vector<std::string> ChoicesOf(const Option& option);

// The argument that most subcommands begin with.
Option RecordingArgument(std::string* path);

Option JsonFlag(bool* json, std::string help = "Print JSON (docs/json.md)");

// What an exit status means.
struct StatusMeaning {
  std::string status;  // "1"
  std::string meaning;
};

struct Example {
  std::string command;
  std::string says;  // what it does
};

struct Subcommand {
  std::string name;
  std::string purpose;                   // one line
  std::vector<std::string> description;  // paragraphs of the manual page
  std::vector<Option> options;           // those that are arguments in the order they come in
  // Where the words of a program go that stands behind the options; null where none does.
  std::vector<std::string>* program = nullptr;
  std::vector<StatusMeaning> statuses;  // besides 2, see StatusesOf
  std::vector<Example> examples;
  std::function<Status()> check;  // what is wrong with options that could be parsed; may be empty
  // Runs the subcommand with what the parser put into the targets. Copies of a function share the
  // options that it holds, so these are in a shared_ptr, and live as long as the declaration.
  std::function<Result<int>()> run;
};

// Those of the subcommand, and 2, which is a mistake of the user's everywhere.
std::vector<StatusMeaning> StatusesOf(const Subcommand& subcommand);

}  // namespace tdbg::cli
