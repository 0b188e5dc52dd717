// Lines of an answer, in pieces that look different.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tdbg::prompt {

enum class Style : uint8_t {
  kPlain,
  kStrong,
  kFaint,
  kName,     // of an op, a tensor, a graph, a file
  kHeading,  // of a table's column
  kError,
  kWarning,
  kNan,
  kPosInf,
  kNegInf,
  kZero,
  kHighlight,  // what the user asked to have marked
  kLineNumber,
};

struct Segment {
  std::string text;  // safe for a terminal
  Style style = Style::kPlain;
  std::string command;  // what following the link would type; empty for plain text
};

struct Line {
  std::vector<Segment> segments;
};

}  // namespace tdbg::prompt
