#include "prompt/ansi.h"

#include <algorithm>
#include <cstdlib>

#include <unistd.h>

#include "base/glyph.h"

namespace tdbg::prompt {
namespace {

constexpr std::string_view kReset = "\033[0m";

std::string_view Code(view::Style style) {
  switch (style) {
    case view::Style::kPlain:
      return "";
    case view::Style::kStrong:
    case view::Style::kHeading:
      return "\033[1m";
    case view::Style::kFaint:
      return "\033[2m";
    case view::Style::kName:
      return "\033[36m";
    case view::Style::kError:
      return "\033[31m";
    case view::Style::kWarning:
    case view::Style::kNegInf:
    case view::Style::kLineNumber:
      return "\033[33m";
    case view::Style::kNan:
      return "\033[35m";
    case view::Style::kPosInf:
      return "\033[34m";
    case view::Style::kZero:
      return "\033[90m";
    case view::Style::kHighlight:
      return "\033[7m";
  }
  return "";
}

// Walks along a coloured line and knows which colours are on.
class Pen {
 public:
  // Takes the escape sequence at the start of `text`, if there is one, and returns its length.
  size_t TakeEscape(std::string_view text) {
    const size_t length = EscapeLength(text);
    if (length == 0 || text[length - 1] != 'm') return length;
    const std::string_view code = text.substr(0, length);
    if (code == kReset || code == "\033[m") {
      codes_.clear();
    } else {
      codes_ += code;
    }
    return length;
  }
  const std::string& codes() const { return codes_; }

  std::string Around(const std::string& text, const std::string& codes_before) const {
    const bool coloured = !codes_.empty() || text.find('\033') != std::string::npos;
    return codes_before + text + std::string(coloured || !codes_before.empty() ? kReset : "");
  }

 private:
  std::string codes_;
};

}  // namespace

bool IsDumbTerminal() {
  const char* term = std::getenv("TERM");
  return term == nullptr || *term == '\0' || std::string_view(term) == "dumb";
}

bool WantsColour(int fd) {
  const char* refused = std::getenv("NO_COLOR");
  return isatty(fd) != 0 && !IsDumbTerminal() && (refused == nullptr || *refused == '\0');
}

std::string Styled(view::Style style, std::string_view text) {
  const std::string_view code = Code(style);
  if (code.empty() || text.empty()) return std::string(text);
  return std::string(code) + std::string(text) + std::string(kReset);
}

std::string Rendered(const view::Line& line, bool colour) {
  std::string text;
  for (const view::Segment& segment : line.segments) {
    const bool link = segment.style == view::Style::kPlain && !segment.command.empty();
    if (!colour) {
      text += segment.text;
    } else if (link && !segment.text.empty()) {
      text += "\033[4m" + segment.text + std::string(kReset);
    } else {
      text += Styled(segment.style, segment.text);
    }
  }
  return text;
}

size_t EscapeLength(std::string_view text) {
  if (!text.starts_with("\033[")) return 0;
  for (size_t i = 2; i < text.size(); ++i) {
    if (text[i] >= '@' && text[i] <= '~') return i + 1;
    if (text[i] < ' ' || text[i] > '~') return 0;
  }
  return 0;
}

std::string WithoutEscapes(std::string_view text) {
  std::string bare;
  while (!text.empty()) {
    const size_t escape = EscapeLength(text);
    if (escape == 0) bare += text[0];
    text.remove_prefix(std::max<size_t>(escape, 1));
  }
  return bare;
}

std::vector<std::string> Wrapped(std::string_view line, size_t columns) {
  std::vector<std::string> rows;
  Pen pen;
  std::string row, codes_before;
  size_t column = 0;
  while (!line.empty()) {
    if (const size_t escape = pen.TakeEscape(line)) {
      row += line.substr(0, escape);
      line.remove_prefix(escape);
      continue;
    }
    const Glyph glyph = FirstGlyph(line);
    if (column + glyph.columns > columns && column > 0) {
      rows.push_back(pen.Around(row, codes_before));
      row.clear();
      codes_before = pen.codes();
      column = 0;
    }
    row += Shown(line, glyph);
    column += glyph.columns;
    line.remove_prefix(glyph.bytes);
  }
  rows.push_back(pen.Around(row, codes_before));
  return rows;
}

std::string Cut(std::string_view line, size_t first, size_t columns) {
  Pen pen;
  std::string row, codes_before;
  const size_t last = first + columns;
  size_t column = 0;
  while (!line.empty() && column < last) {
    if (const size_t escape = pen.TakeEscape(line)) {
      if (row.empty()) {
        codes_before = pen.codes();
      } else {
        row += line.substr(0, escape);
      }
      line.remove_prefix(escape);
      continue;
    }
    const Glyph glyph = FirstGlyph(line);
    const size_t end = column + glyph.columns;
    if (column >= first && end <= last) {
      row += Shown(line, glyph);
    } else if (end > first) {
      row += ' ';
    }
    column = end;
    line.remove_prefix(glyph.bytes);
  }
  return pen.Around(row, codes_before);
}

std::string Marked(std::string_view line, const std::vector<TextRange>& ranges) {
  constexpr std::string_view kReverse = "\033[7m", kUpright = "\033[27m";
  std::string marked;
  size_t at = 0;  // in the text without escapes
  size_t next = 0;
  bool inside = false;
  while (!line.empty()) {
    if (inside && at >= ranges[next].end) {
      marked += kUpright;
      inside = false;
      ++next;
    }
    if (const size_t escape = EscapeLength(line)) {
      marked += line.substr(0, escape);
      if (inside) marked += kReverse;  // the sequence may have ended it
      line.remove_prefix(escape);
      continue;
    }
    while (!inside && next < ranges.size() && ranges[next].end <= at) ++next;
    if (!inside && next < ranges.size() && ranges[next].begin <= at) {
      marked += kReverse;
      inside = true;
    }
    marked += line[0];
    line.remove_prefix(1);
    ++at;
  }
  if (inside) marked += kUpright;
  return marked;
}

}  // namespace tdbg::prompt
