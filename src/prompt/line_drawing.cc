#include "prompt/line_drawing.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/glyph.h"
#include "prompt/ansi.h"

namespace tdbg::prompt {
namespace {

// A picture as it falls on a screen: rows of bytes, the cursor's place, and the part that fits.
struct Layout {
  std::vector<std::string> rows{""};
  size_t cursor_row = 0;
  size_t cursor_column = 0;
  size_t first_row = 0;  // of those that are shown
  size_t end_row = 0;
  bool ends_full = false;  // the last row is empty, and only there for the cursor
};

Layout LayOut(const LinePicture& picture, ScreenSize size) {
  Layout layout;
  size_t column = 0;
  const auto add = [&](std::string_view bytes, size_t columns) {
    if (column + columns > size.columns && column > 0) {
      if (column < size.columns) layout.rows.back() += "\033[K";  // no place for a wide one
      layout.rows.emplace_back();
      column = 0;
    }
    layout.rows.back() += bytes;
    column += columns;
  };
  for (std::string_view prompt = picture.prompt; !prompt.empty();) {
    const size_t escape = EscapeLength(prompt);
    const Glyph glyph = escape > 0 ? Glyph{escape, 0, true} : FirstGlyph(prompt);
    add(Shown(prompt, glyph), glyph.columns);
    prompt.remove_prefix(glyph.bytes);
  }
  const auto place_cursor = [&](size_t columns_ahead) {
    const bool next_row = column > 0 && column + columns_ahead > size.columns;
    layout.cursor_row = layout.rows.size() - 1 + (next_row ? 1 : 0);
    layout.cursor_column = next_row ? 0 : column;
  };
  const std::string_view text = picture.text;
  for (size_t at = 0; at < text.size();) {
    const Glyph glyph = FirstGlyph(text.substr(at));
    if (at == picture.cursor) place_cursor(glyph.columns);
    add(Shown(text.substr(at), glyph), glyph.columns);
    at += glyph.bytes;
  }
  if (picture.cursor >= text.size()) place_cursor(1);
  layout.ends_full = column >= size.columns;
  if (layout.ends_full) layout.rows.emplace_back();

  const size_t room = size.rows > picture.below.size() ? size.rows - picture.below.size() : 1;
  if (layout.cursor_row >= room) layout.first_row = layout.cursor_row + 1 - room;
  layout.end_row = std::min(layout.rows.size(), layout.first_row + room);
  return layout;
}

std::string Move(size_t count, char direction) {
  return count == 0 ? "" : "\033[" + std::to_string(count) + direction;
}

}  // namespace

std::string LineDrawing::Draw(LinePicture picture, ScreenSize size) {
  const Layout before = LayOut(last_, size);
  const Layout layout = LayOut(picture, size);
  std::string codes = "\r" + Move(before.cursor_row - before.first_row, 'A');
  for (size_t row = layout.first_row; row < layout.end_row; ++row) codes += layout.rows[row];
  // What is left of the last picture goes only now: erasing first would flicker, and some terminals
  // keep a copy of a screen that is erased from its first cell on.
  if (layout.end_row == layout.rows.size()) {
    // A cursor behind the last column stands nowhere yet. A blank takes it to the next row.
    codes += layout.ends_full ? " \r\033[J" : "\033[J";
  }
  size_t row = layout.end_row - 1;
  for (const std::string& line : picture.below) {
    codes += "\r\n\033[J" + line;
    ++row;
  }
  codes += "\r" + Move(row - layout.cursor_row, 'A') + Move(layout.cursor_column, 'C');
  last_ = std::move(picture);
  return codes;
}

std::string LineDrawing::Leave(ScreenSize size) {
  LinePicture picture = last_;
  picture.cursor = picture.text.size();
  picture.below.clear();
  const bool is_below = LayOut(picture, size).ends_full;
  std::string codes = Draw(std::move(picture), size);
  Forget();
  return codes + (is_below ? "" : "\r\n");
}

}  // namespace tdbg::prompt
