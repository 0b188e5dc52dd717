// Any bytes typed at a line: whatever they are, the line stays whole characters, the cursor stands
// between two of them, and what is drawn stays on a screen.
#include "base/glyph.h"
#include "base/printable.h"
#include "fuzz/expectations.h"
#include "prompt/line_editing.h"
#include "prompt/pager_model.h"
#include "prompt/screen_sketch.h"

namespace tdbg::fuzz {
namespace {

using prompt::History;
using prompt::Key;
using prompt::KeyDecoder;
using prompt::LineDrawing;
using prompt::LineEditing;
using prompt::LinePicture;
using prompt::PagerModel;
using prompt::ScreenSize;
using prompt::ScreenSketch;

view::Completion Complete(std::string_view line, size_t cursor) {
  view::Completion completion;
  completion.begin = line.substr(0, cursor).rfind(' ') + 1;
  for (const char* text :
       {"list_inputs", "list_outputs", "lt", "漢字", "e\u0301x", "bad\x1b\xff"}) {
    if (cursor % 7 != 6) completion.candidates.push_back({text, cursor % 2 == 0 ? "words" : ""});
  }
  if (cursor % 5 == 4) completion.candidates.resize(1);
  return completion;
}

void Expect(const LinePicture& picture, ScreenSize size) {
  TDBG_CHECK(picture.cursor <= picture.text.size());
  size_t stop = 0;
  while (stop < picture.cursor) stop = NextStop(picture.text, stop);
  TDBG_CHECK(stop == picture.cursor);
  TDBG_CHECK(picture.below.empty() || picture.below.size() < size.rows);
}

void Edit(std::string_view bytes, ScreenSize size) {
  History history;
  for (const char* line : {"lt", "pt a:0", "pt 漢字:0", "ni -a x"}) history.Add(line);
  LineEditing editing(history, Complete, bytes.size() % 2 == 0);
  LineDrawing drawing;
  ScreenSketch screen(size);
  KeyDecoder decoder;
  editing.Begin("> ");
  const auto take = [&](const std::optional<Key>& key) {
    if (!key) return;
    const LineEditing::Outcome outcome = editing.Handle(*key);
    const LinePicture picture = editing.Picture(size);
    Expect(picture, size);
    screen.Write(drawing.Draw(picture, size));
    if (outcome == LineEditing::Outcome::kEditing) return;
    history.Add(editing.text());
    screen.Write(drawing.Leave(size));
    static_cast<void>(editing.TakePasteRest());
    editing.Begin("> ");
  };
  for (const char byte : bytes) take(decoder.Take(byte));
  while (decoder.has_rest()) take(decoder.Flush());
}

void Page(std::string_view bytes, ScreenSize size) {
  size_t next = 0;
  const auto source = [&]() -> std::optional<std::string> {
    if (next == 30) return std::nullopt;
    ++next;
    return "\033[31mline\033[0m " + std::to_string(next) + " 漢字 " + std::string(next, 'x');
  };
  PagerModel pager(source, size, [](size_t) { return true; });
  KeyDecoder decoder;
  for (const char byte : bytes) {
    const auto key = decoder.Take(byte);
    if (key && pager.Handle(*key) != PagerModel::Outcome::kStay) return;
  }
  TDBG_CHECK(pager.Rows().size() <= std::max<size_t>(size.rows - 1, 1));
  TDBG_CHECK(DisplayColumns(prompt::WithoutEscapes(pager.StatusRow())) <= size.columns);
}

}  // namespace
}  // namespace tdbg::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2 || size > 160) return 0;
  // Terminals as small as two columns: a wide character needs them.
  const tdbg::prompt::ScreenSize screen{2 + data[0] % 60u, 1 + data[1] % 20u};
  const std::string_view bytes = tdbg::fuzz::AsText(data + 2, size - 2);
  tdbg::fuzz::Edit(bytes, screen);
  tdbg::fuzz::Page(bytes.substr(0, 24), screen);
  return 0;
}
