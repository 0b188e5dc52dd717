// Patterns for filters: a regular expression that is matched in time linear in the text, whatever
// it says. The debuggee carries no regex library of a framework's.
#pragma once

#include <bitset>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace tdbg::capture {

// Literals, ".", "[a-z]", "[^a-z]", "\d \w \s" and their capitals, "(a|b)", "(?:a)", "* + ?" (lazy
// or not), "^" and "$". Bytes, not characters. Counts ("{2,3}") and all else that begins with "(?"
// are refused, in words.
class Pattern {
 public:
  static Result<Pattern> Parse(std::string_view text);

  // From the beginning of the text on, but not necessarily to its end (as Python's re.match).
  bool Matches(std::string_view text) const;

 private:
  friend class PatternParser;
  struct Instruction {
    enum class Kind : uint8_t { kBytes, kSplit, kJump, kBegin, kEnd };
    Kind kind;
    int32_t to = 0;          // kJump and the other way of kSplit, from here
    std::bitset<256> bytes;  // kBytes
  };
  class Threads;

  std::vector<Instruction> program_;  // falling off its end is a match
};

}  // namespace tdbg::capture
