// The flags and arguments of a command: declared once, for parsing, help and completion alike.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "view/command_line.h"

namespace tdbg::view {

// What can stand in the place of a value; completion offers it.
enum class Kind : uint8_t {
  kNothing,
  kTensor,
  kNode,
  kOpType,
  kFilter,
  kGraph,
  kSource,  // a recorded source file
  kPath,    // a file of this machine
  kCommand,
  kSetting,
  kSortKey,
  kFeed,
  kExpression,  // of eval
  kTopic,       // of info
  kRun,
};

struct Flag {
  std::string_view brief;    // "-n"
  std::string_view name;     // "--number"
  std::string_view value;    // what its value is called in help; "" for a switch
  std::string_view meaning;  // one line
  Kind kind = Kind::kNothing;
};

struct Positional {
  enum class Count : uint8_t { kNone, kOptional, kOne, kAny, kRest };  // kRest: the text as typed

  std::string_view name;
  Count count = Count::kNone;
  Kind kind = Kind::kNothing;
};

class Arguments {
 public:
  // Flags may stand anywhere; "--name=value", "-n5", "-cr" for "-c -r", an unambiguous beginning of
  // a long name and "-" for "_" in it are understood, "--" ends the flags. `command` is for the
  // words of mistakes.
  static Result<Arguments> Parse(std::string_view command, const std::vector<Flag>& flags,
                                 const Positional& positional, const CommandLine& line);

  bool Has(std::string_view name) const { return values_.contains(name); }
  std::optional<std::string> Value(std::string_view name) const;
  // nullopt if the flag is absent; an error if its value is no whole number.
  Result<std::optional<int64_t>> Number(std::string_view name) const;

  const std::vector<std::string>& words() const { return words_; }
  // The only positional argument, or all of them as typed; "" where there is none.
  const std::string& text() const { return text_; }

 private:
  std::string command_;
  std::map<std::string_view, std::string> values_;  // by the long name of the flag's declaration
  std::vector<std::string> words_;
  std::string text_;
};

}  // namespace tdbg::view
