#include "prompt/line_editing.h"

#include <vector>

#include <gtest/gtest.h>

#include "prompt/screen_sketch.h"

namespace tdbg::prompt {
namespace {

using Outcome = LineEditing::Outcome;
using Rows = std::vector<std::string>;

// The second word of a few.
view::Completion CompleteWords(std::string_view line, size_t cursor) {
  view::Completion completion;
  completion.begin = line.substr(0, cursor).rfind(' ') + 1;
  const std::string_view word = line.substr(completion.begin, cursor - completion.begin);
  for (const char* text : {"layer_1/w:0", "layer_1/b:0", "loss:0", "µ:0"}) {
    if (std::string_view(text).starts_with(word)) completion.candidates.push_back({text, ""});
  }
  completion.after = " ";
  return completion;
}

class LineEditingTest : public testing::Test {
 protected:
  LineEditingTest() {
    for (const char* line : {"pt a", "lt", "pt b", "ni loss"}) history_.Add(line);
    editing_.Begin("> ");
  }

  Outcome Type(std::string_view bytes) {
    Outcome outcome = Outcome::kEditing;
    const auto handle = [&](const std::optional<Key>& key) {
      if (key && outcome == Outcome::kEditing) outcome = editing_.Handle(*key);
    };
    KeyDecoder decoder;
    for (const char byte : bytes) handle(decoder.Take(byte));
    handle(decoder.Flush());
    return outcome;
  }

  // The text with | at the cursor.
  std::string Seen() const {
    const LinePicture picture = editing_.Picture({80, 24});
    std::string text = picture.text;
    return text.insert(picture.cursor, "|");
  }

  Rows Screen(ScreenSize size) {
    ScreenSketch screen(size);
    LineDrawing drawing;
    screen.Write(drawing.Draw(editing_.Picture(size), size));
    return screen.Rows();
  }

  History history_;
  LineEditing editing_{history_, CompleteWords, false};
};

TEST_F(LineEditingTest, TypingAndEnding) {
  EXPECT_EQ(Type("lt\x01x"), Outcome::kEditing);
  EXPECT_EQ(Seen(), "x|lt");
  EXPECT_EQ(Type("\r"), Outcome::kAccepted);
  EXPECT_EQ(editing_.text(), "xlt");
  editing_.Begin("> ");
  EXPECT_EQ(Seen(), "|");
  EXPECT_EQ(Type("\x04"), Outcome::kEnded);
  EXPECT_EQ(Type("ab\x02\x04"), Outcome::kEditing);
  EXPECT_EQ(Seen(), "a|");
  EXPECT_EQ(Type("\x03"), Outcome::kCancelled);
}

TEST_F(LineEditingTest, ADoubtfulLetterIsOfTheLineIfOnlySoItIsAWord) {
  const auto typed_behind_l = [&](const char* text) {
    editing_.Begin("> ", "l");
    Type(text);
    return Seen();
  };
  EXPECT_EQ(typed_behind_l(""), "|");
  EXPECT_EQ(typed_behind_l("o"), "lo|");
  EXPECT_EQ(typed_behind_l("oss"), "loss|");
  EXPECT_EQ(typed_behind_l("los"), "los|");
  EXPECT_EQ(typed_behind_l("x"), "x|");
  EXPECT_EQ(typed_behind_l("x\x7fo"), "o|");
  EXPECT_EQ(typed_behind_l(" o"), " o|");
  EXPECT_EQ(typed_behind_l("\x01o"), "o|");
}

TEST_F(LineEditingTest, EmacsKeys) {
  Type(
      "one two\x1b"
      "b\x14");
  EXPECT_EQ(Seen(), "onet |wo");
  Type("\x05\x17\x19\x19");
  EXPECT_EQ(Seen(), "onet wowo|");
  Type("\x15\x19\x01\x0b");
  EXPECT_EQ(Seen(), "|");
  Type(
      "\x19\x1b[1;5D\x1b[H\x1b"
      "d\x06\x08");
  EXPECT_EQ(Seen(), "|wowo");
}

TEST_F(LineEditingTest, HistoryByPrefix) {
  Type("pt\x1b[A");
  EXPECT_EQ(Seen(), "pt b|");
  Type("\x1b[A");
  EXPECT_EQ(Seen(), "pt a|");
  EXPECT_FALSE(editing_.TakeBell());
  Type("\x1b[A");
  EXPECT_EQ(Seen(), "pt a|");
  EXPECT_TRUE(editing_.TakeBell());
  Type("\x1b[B\x1b[B");
  EXPECT_EQ(Seen(), "pt|");
  Type("\x15\x10\x10\x10");
  EXPECT_EQ(Seen(), "lt|");
  Type("x\x1b[A");  // an edited line is a new beginning
  EXPECT_EQ(Seen(), "ltx|");
}

TEST_F(LineEditingTest, IncrementalSearch) {
  Type(
      "abc\x12"
      "pt");
  EXPECT_EQ(Seen(), "|pt b");
  EXPECT_EQ(editing_.Picture({80, 24}).prompt, "search 'pt': ");
  Type("\x12");
  EXPECT_EQ(Seen(), "|pt a");
  Type("zz");
  EXPECT_EQ(editing_.Picture({80, 24}).prompt, "nothing has 'ptzz': ");
  Type("\x7f\x7f");
  EXPECT_EQ(Seen(), "|pt b");
  Type("\x07");
  EXPECT_EQ(Seen(), "abc|");
  Type("\x12loss\x05!");
  EXPECT_EQ(Seen(), "ni loss!|");
  EXPECT_EQ(editing_.Picture({80, 24}).prompt, "> ");
  Type("\x15\x12\x12");  // the last search again
  EXPECT_EQ(Seen(), "ni |loss");
  EXPECT_EQ(Type("\r"), Outcome::kAccepted);
}

TEST_F(LineEditingTest, CompletionOfOne) {
  Type("pt lo\t");
  EXPECT_EQ(Seen(), "pt loss:0 |");
  Type("[");
  EXPECT_EQ(Seen(), "pt loss:0[|");
  Type("\x15pt lo\tx[");
  EXPECT_EQ(Seen(), "pt loss:0 x[|");
  Type("\x15pt lo\t\x02[");
  EXPECT_EQ(Seen(), "pt loss:0[| ");
  Type("\x05\x15pt lo x\x1b[D\x1b[D\t");
  EXPECT_EQ(Seen(), "pt loss:0| x");
  Type("\x15q\t");
  EXPECT_TRUE(editing_.TakeBell());
}

TEST_F(LineEditingTest, CompletionOfSeveral) {
  Type("pt la\t");
  EXPECT_EQ(Seen(), "pt layer_1/|");
  EXPECT_EQ(Screen({40, 10}), (Rows{"> pt layer_1/", "layer_1/w:0  layer_1/b:0"}));
  Type("\t");
  EXPECT_EQ(Seen(), "pt layer_1/w:0|");
  Type("\t");
  EXPECT_EQ(Seen(), "pt layer_1/b:0|");
  Type("\t");
  EXPECT_EQ(Seen(), "pt layer_1/w:0|");
  Type("\x1b[Z");
  EXPECT_EQ(Seen(), "pt layer_1/b:0|");
  Type("[");
  EXPECT_EQ(Seen(), "pt layer_1/b:0[|");
  EXPECT_EQ(Screen({40, 10}), (Rows{"> pt layer_1/b:0["}));
}

TEST_F(LineEditingTest, AListNeverPushesTheLineAway) {
  Type("pt \t");
  EXPECT_EQ(Screen({14, 4}).size(), 3u);  // and one row of what was there before
  EXPECT_EQ(Screen({14, 4})[0], "> pt");
  EXPECT_EQ(Screen({14, 1}), (Rows{"> pt"}));
}

TEST_F(LineEditingTest, APasteRunsLineByLine) {
  EXPECT_EQ(Type("x\x1b[200~lt\t-n\r\npt a\nri\x1b[201~"), Outcome::kAccepted);
  EXPECT_EQ(editing_.text(), "xlt -n");
  std::string rest = editing_.TakePasteRest();
  editing_.Begin("> ");
  EXPECT_EQ(editing_.Handle({KeyCode::kPaste, rest}), Outcome::kAccepted);
  EXPECT_EQ(editing_.text(), "pt a");
  rest = editing_.TakePasteRest();
  editing_.Begin("> ");
  EXPECT_EQ(editing_.Handle({KeyCode::kPaste, rest}), Outcome::kEditing);
  EXPECT_EQ(Seen(), "ri|");
  EXPECT_EQ(editing_.TakePasteRest(), "");
}

}  // namespace
}  // namespace tdbg::prompt
