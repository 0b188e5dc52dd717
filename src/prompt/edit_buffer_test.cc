#include "prompt/edit_buffer.h"

#include <gtest/gtest.h>

namespace tdbg::prompt {
namespace {

EditBuffer BufferOf(std::string_view text) {
  EditBuffer buffer;
  buffer.Insert(text);
  return buffer;
}

// The text with | at the cursor.
std::string Seen(const EditBuffer& buffer) {
  std::string text = buffer.text();
  return text.insert(buffer.cursor(), "|");
}

TEST(EditBuffer, InsertAndErase) {
  EditBuffer buffer = BufferOf("lt");
  buffer.MoveLeft();
  buffer.Insert("is");
  EXPECT_EQ(Seen(buffer), "lis|t");
  buffer.EraseLeft();
  EXPECT_EQ(Seen(buffer), "li|t");
  buffer.EraseRight();
  buffer.EraseRight();
  EXPECT_EQ(Seen(buffer), "li|");
  buffer.MoveHome();
  buffer.EraseLeft();
  EXPECT_EQ(Seen(buffer), "|li");
}

TEST(EditBuffer, CharactersAreWhatAPersonSees) {
  EditBuffer buffer = BufferOf("ae\u0301漢");
  buffer.MoveLeft();
  EXPECT_EQ(Seen(buffer), "ae\u0301|漢");
  buffer.EraseLeft();
  EXPECT_EQ(Seen(buffer), "a|漢");
  buffer.EraseRight();
  EXPECT_EQ(Seen(buffer), "a|");
  buffer.MoveTo(0);
  buffer.Insert("漢");
  buffer.MoveTo(2);  // within the character
  EXPECT_EQ(Seen(buffer), "|漢a");
}

TEST(EditBuffer, Words) {
  EditBuffer buffer = BufferOf("pt layer_1/w:0[1:]");
  buffer.MoveWordLeft();
  EXPECT_EQ(Seen(buffer), "pt layer_1/w:0[|1:]");
  buffer.MoveWordLeft();
  buffer.MoveWordLeft();
  buffer.MoveWordLeft();
  EXPECT_EQ(Seen(buffer), "pt |layer_1/w:0[1:]");
  buffer.MoveWordRight();
  EXPECT_EQ(Seen(buffer), "pt layer_1|/w:0[1:]");
  buffer.KillWordRight();
  EXPECT_EQ(Seen(buffer), "pt layer_1|:0[1:]");
}

TEST(EditBuffer, KillsAddUpAndComeBack) {
  EditBuffer buffer = BufferOf("one two three");
  buffer.KillBlankWordLeft();
  buffer.KillBlankWordLeft();
  EXPECT_EQ(Seen(buffer), "one |");
  buffer.Yank();
  EXPECT_EQ(Seen(buffer), "one two three|");
  buffer.MoveHome();
  buffer.MoveWordRight();
  buffer.KillToEnd();
  EXPECT_EQ(Seen(buffer), "one|");
  buffer.Clear();
  buffer.Yank();
  EXPECT_EQ(Seen(buffer), " two three|");
  buffer.MoveTo(4);
  buffer.KillToHome();
  EXPECT_EQ(Seen(buffer), "| three");
  buffer.MoveEnd();
  buffer.KillWordLeft();
  EXPECT_EQ(Seen(buffer), " |");
  buffer.Yank();
  EXPECT_EQ(Seen(buffer), " three|");
}

TEST(EditBuffer, Transpose) {
  EditBuffer buffer = BufferOf("tl");
  buffer.Transpose();
  EXPECT_EQ(Seen(buffer), "lt|");
  buffer.MoveLeft();
  buffer.Insert("xy");
  buffer.MoveLeft();
  buffer.Transpose();
  EXPECT_EQ(Seen(buffer), "lyx|t");
  buffer.MoveHome();
  buffer.Transpose();
  EXPECT_EQ(Seen(buffer), "|lyxt");
  EditBuffer empty;
  empty.Transpose();
  EXPECT_EQ(Seen(empty), "|");
}

}  // namespace
}  // namespace tdbg::prompt
