// Which part of the line that a report shows is the one that it is about.
#pragma once

#include <optional>
#include <string_view>

#include "query/called_part.h"
#include "session/alert_facts.h"

namespace tdbg::session {

struct SourceMark {
  query::LinePart part;
  bool sure = false;  // else one of several, the first of which this is
};

// The line of a statement that goes over several in which the op is made, where the recording knows
// only the statement; nullopt where the told line is right, or nothing better is known.
std::optional<int32_t> LineInStatement(RunView& run, const AlertFacts& facts);

// As the recorder saw it where it did, and else by how such ops, or the layer, are written.
// `line` is the text of the alert's told_line.
std::optional<SourceMark> MarkIn(RunView& run, const AlertFacts& facts, std::string_view line);

}  // namespace tdbg::session
