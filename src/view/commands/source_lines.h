// Recorded source text as lines, for every command that shows some.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "session/source_index.h"
#include "view/document.h"

namespace tdbg::view {

// Tabs become blanks.
std::string SourceText(std::string_view text);

// The mark of a line by the worst verdict on the ops made there: ● an origin, ○ an inherited bad
// value, ⊘ a masked one, ⊙ a handled one; "" where nothing was bad. An op is made in the innermost
// line of the user's on its stack; lines that called that one are not marked for it.
struct LineMark {
  std::string text;
  Style style = Style::kPlain;
};
LineMark MarkOf(session::RunView& run, const session::SourceIndex::File& file, int32_t line);

const char* VerdictMark(Verdict verdict);
Style VerdictStyle(Verdict verdict);

// Says lines first … last, as far as the file has them, with an arrow at `current`.
void SaySource(Document& document, session::RunView& run, const session::SourceIndex::File& file,
               const std::vector<std::string>& lines, int32_t first, int32_t last, int32_t current);

// `path:line`, or the path alone.
struct SourcePlace {
  std::string path;
  int32_t line = 0;  // 0 where none was given
};
SourcePlace ParseSourcePlace(std::string_view text);

}  // namespace tdbg::view
