#include "prompt/line_drawing.h"

#include <gtest/gtest.h>

#include "prompt/screen_sketch.h"

namespace tdbg::prompt {
namespace {

using Rows = std::vector<std::string>;

constexpr ScreenSize kSize{10, 5};

LinePicture Picture(std::string text, size_t cursor, std::vector<std::string> below = {}) {
  return {"\033[1mp>\033[0m ", std::move(text), cursor, std::move(below)};
}

TEST(LineDrawing, OneRow) {
  ScreenSketch screen(kSize);
  LineDrawing drawing;
  screen.Write(drawing.Draw(Picture("lt", 2), kSize));
  EXPECT_EQ(screen.Rows(), (Rows{"p> lt"}));
  EXPECT_EQ(screen.cursor_column(), 5u);
  screen.Write(drawing.Draw(Picture("t", 0), kSize));
  EXPECT_EQ(screen.Rows(), (Rows{"p> t"}));
  EXPECT_EQ(screen.cursor_column(), 3u);
  screen.Write(drawing.Leave(kSize));
  screen.Write("answer");
  EXPECT_EQ(screen.Rows(), (Rows{"p> t", "answer"}));
}

TEST(LineDrawing, SeveralRows) {
  ScreenSketch screen(kSize);
  LineDrawing drawing;
  screen.Write("before\r\n");
  screen.Write(drawing.Draw(Picture("abcdefghijklm", 13), kSize));
  EXPECT_EQ(screen.Rows(), (Rows{"before", "p> abcdefg", "hijklm"}));
  EXPECT_EQ(screen.cursor_row(), 2u);
  EXPECT_EQ(screen.cursor_column(), 6u);
  screen.Write(drawing.Draw(Picture("abcdefghijklm", 0), kSize));
  EXPECT_EQ(screen.cursor_row(), 1u);
  EXPECT_EQ(screen.cursor_column(), 3u);
  screen.Write(drawing.Draw(Picture("abc", 3), kSize));
  EXPECT_EQ(screen.Rows(), (Rows{"before", "p> abc"}));
}

TEST(LineDrawing, ARowThatIsJustFull) {
  ScreenSketch screen(kSize);
  LineDrawing drawing;
  screen.Write(drawing.Draw(Picture("abcdefg", 7), kSize));
  EXPECT_EQ(screen.cursor_row(), 1u);
  EXPECT_EQ(screen.cursor_column(), 0u);
  screen.Write(drawing.Draw(Picture("abcdefgh", 8), kSize));
  EXPECT_EQ(screen.Rows(), (Rows{"p> abcdefg", "h"}));
  screen.Write(drawing.Draw(Picture("abcdefg", 7), kSize));
  EXPECT_EQ(screen.Rows(), (Rows{"p> abcdefg"}));
  screen.Write(drawing.Leave(kSize));
  screen.Write("answer");
  EXPECT_EQ(screen.Rows(), (Rows{"p> abcdefg", "answer"}));
}

TEST(LineDrawing, WideCharacters) {
  ScreenSketch screen(kSize);
  LineDrawing drawing;
  const std::string text = "漢漢漢漢";  // one column is left over in the first row
  screen.Write(drawing.Draw(Picture(text, text.size()), kSize));
  EXPECT_EQ(screen.Rows(), (Rows{"p> 漢漢漢", "漢"}));
  EXPECT_EQ(screen.cursor_row(), 1u);
  EXPECT_EQ(screen.cursor_column(), 2u);
  screen.Write(drawing.Draw(Picture(text, 9), kSize));
  EXPECT_EQ(screen.cursor_row(), 1u);
  EXPECT_EQ(screen.cursor_column(), 0u);
  screen.Write(drawing.Draw(Picture("abcdefgh", 8), kSize));
  screen.Write(drawing.Draw(Picture(text, 0), kSize));
  EXPECT_EQ(screen.Rows(), (Rows{"p> 漢漢漢", "漢"}));  // and nothing in that column
  screen.Write(drawing.Draw(Picture("e\u0301x", 3), kSize));
  EXPECT_EQ(screen.Rows(), (Rows{"p> e\u0301x"}));
  EXPECT_EQ(screen.cursor_column(), 4u);
}

TEST(LineDrawing, RowsBelowComeAndGo) {
  ScreenSketch screen(kSize);
  LineDrawing drawing;
  screen.Write("1\r\n2\r\n3\r\n");
  screen.Write(drawing.Draw(Picture("l", 1, {"list", "long"}), kSize));
  EXPECT_EQ(screen.Rows(), (Rows{"2", "3", "p> l", "list", "long"}));
  EXPECT_EQ(screen.cursor_row(), 2u);
  EXPECT_EQ(screen.cursor_column(), 4u);
  screen.Write(drawing.Draw(Picture("li", 2), kSize));
  EXPECT_EQ(screen.Rows(), (Rows{"2", "3", "p> li"}));
  screen.Write(drawing.Draw(Picture("l", 1, {"list"}), kSize));
  screen.Write(drawing.Leave(kSize));
  EXPECT_EQ(screen.Rows(), (Rows{"2", "3", "p> l"}));
  EXPECT_EQ(screen.cursor_row(), 3u);
}

TEST(LineDrawing, TallerThanTheScreen) {
  ScreenSketch screen(kSize);
  LineDrawing drawing;
  std::string text;
  for (char c = 'a'; c < 'a' + 8; ++c) text += std::string(10, c);
  screen.Write(drawing.Draw(Picture(text, text.size()), kSize));
  EXPECT_EQ(screen.Rows(), (Rows{"dddeeeeeee", "eeefffffff", "fffggggggg", "ggghhhhhhh", "hhh"}));
  EXPECT_EQ(screen.cursor_row(), 4u);
  screen.Write(drawing.Draw(Picture(text, 0), kSize));
  EXPECT_EQ(screen.Rows()[0], "p> aaaaaaa");
  EXPECT_EQ(screen.Rows().size(), 5u);
  EXPECT_EQ(screen.cursor_row(), 0u);
}

TEST(LineDrawing, ANarrowerScreenThatWrapsAgain) {
  LineDrawing drawing;
  static_cast<void>(drawing.Draw(Picture("abcdefg hijk", 12), {20, 5}));
  ScreenSketch narrow(kSize);  // what such a terminal makes of it, with the cursor where it was
  narrow.Write("p> abcdefg hijk");
  narrow.Write(drawing.Draw(Picture("abcdefg hijk", 12), kSize));
  EXPECT_EQ(narrow.Rows(), (Rows{"p> abcdefg", " hijk"}));
  EXPECT_EQ(narrow.cursor_row(), 1u);
}

}  // namespace
}  // namespace tdbg::prompt
