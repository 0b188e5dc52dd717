#include "prompt/key.h"

#include <vector>

#include <gtest/gtest.h>

#include "base/glyph.h"

namespace tdbg::prompt {
namespace {

std::vector<Key> KeysOf(std::string_view bytes) {
  KeyDecoder decoder;
  std::vector<Key> keys;
  for (const char byte : bytes) {
    if (auto key = decoder.Take(byte)) keys.push_back(*key);
  }
  while (decoder.has_rest()) {
    if (auto key = decoder.Flush()) keys.push_back(*key);
  }
  return keys;
}

KeyCode OnlyCode(std::string_view bytes) {
  const std::vector<Key> keys = KeysOf(bytes);
  EXPECT_EQ(keys.size(), 1u) << bytes;
  return keys.empty() ? KeyCode::kUnknown : keys[0].code;
}

std::string TextOf(std::string_view bytes) {
  std::string text;
  for (const Key& key : KeysOf(bytes)) text += key.text;
  return text;
}

TEST(Key, CursorKeysOfBothModes) {
  EXPECT_EQ(OnlyCode("\x1b[A"), KeyCode::kUp);
  EXPECT_EQ(OnlyCode("\x1bOA"), KeyCode::kUp);
  EXPECT_EQ(OnlyCode("\x1b[B"), KeyCode::kDown);
  EXPECT_EQ(OnlyCode("\x1b[C"), KeyCode::kRight);
  EXPECT_EQ(OnlyCode("\x1b[D"), KeyCode::kLeft);
  EXPECT_EQ(OnlyCode("\x1b[H"), KeyCode::kHome);
  EXPECT_EQ(OnlyCode("\x1b[1~"), KeyCode::kHome);
  EXPECT_EQ(OnlyCode("\x1bOF"), KeyCode::kEnd);
  EXPECT_EQ(OnlyCode("\x1b[4~"), KeyCode::kEnd);
  EXPECT_EQ(OnlyCode("\x1b[3~"), KeyCode::kDelete);
  EXPECT_EQ(OnlyCode("\x1b[5~"), KeyCode::kPageUp);
  EXPECT_EQ(OnlyCode("\x1b[6~"), KeyCode::kPageDown);
  EXPECT_EQ(OnlyCode("\x1b[Z"), KeyCode::kShiftTab);
}

TEST(Key, HeldControlGoesByWords) {
  EXPECT_EQ(OnlyCode("\x1b[1;5C"), KeyCode::kWordRight);
  EXPECT_EQ(OnlyCode("\x1b[5D"), KeyCode::kWordLeft);
  EXPECT_EQ(OnlyCode("\x1b[1;3D"), KeyCode::kWordLeft);
  EXPECT_EQ(OnlyCode("\x1b[1;2C"), KeyCode::kRight);  // Shift alone
  EXPECT_EQ(OnlyCode("\x1b[3;5~"), KeyCode::kDelete);
}

TEST(Key, ControlAndAlt) {
  const std::vector<Key> keys = KeysOf(
      "\x01\x12\x1b"
      "b\x7f\b\r\n\t\x1b\x7f");
  ASSERT_EQ(keys.size(), 9u);
  EXPECT_EQ(keys[0].code, KeyCode::kControl);
  EXPECT_EQ(keys[0].text, "a");
  EXPECT_EQ(keys[1].text, "r");
  EXPECT_EQ(keys[2].code, KeyCode::kAlt);
  EXPECT_EQ(keys[2].text, "b");
  EXPECT_EQ(keys[3].code, KeyCode::kBackspace);
  EXPECT_EQ(keys[4].code, KeyCode::kBackspace);
  EXPECT_EQ(keys[5].code, KeyCode::kEnter);
  EXPECT_EQ(keys[6].code, KeyCode::kEnter);
  EXPECT_EQ(keys[7].code, KeyCode::kTab);
  EXPECT_EQ(keys[8].code, KeyCode::kAltBackspace);
}

TEST(Key, EscapeAlone) {
  EXPECT_EQ(OnlyCode("\x1b"), KeyCode::kEscape);
  const std::vector<Key> keys = KeysOf("\x1b\x1b[A");
  ASSERT_EQ(keys.size(), 2u);
  EXPECT_EQ(keys[0].code, KeyCode::kEscape);
  EXPECT_EQ(keys[1].code, KeyCode::kUp);
}

TEST(Key, CharactersComeWhole) {
  const std::vector<Key> keys = KeysOf("aµ漢🙂");
  ASSERT_EQ(keys.size(), 4u);
  EXPECT_EQ(keys[1].text, "µ");
  EXPECT_EQ(keys[2].text, "漢");
  EXPECT_EQ(keys[3].text, "🙂");
}

TEST(Key, BytesThatAreNoText) {
  EXPECT_EQ(TextOf("\xff"), kReplacement);
  EXPECT_EQ(TextOf("a\x80z"), "a" + std::string(kReplacement) + "z");
  EXPECT_EQ(TextOf("\xe6\xbc"
                   "b"),
            "b");                          // an unfinished character gives way
  EXPECT_EQ(TextOf("\x1b\xc3\xa9"), "é");  // Alt with a letter beyond ASCII
  EXPECT_EQ(OnlyCode("\x1b[99999999999999999999999999999"), KeyCode::kUnknown);
  EXPECT_EQ(OnlyCode("\x1b[?1;2c"), KeyCode::kUnknown);
}

TEST(Key, APasteIsOneKey) {
  const std::vector<Key> keys = KeysOf("x\x1b[200~lt -n\ta\npt \x1b[A\x1b[201~y");
  ASSERT_EQ(keys.size(), 3u);
  EXPECT_EQ(keys[1].code, KeyCode::kPaste);
  EXPECT_EQ(keys[1].text, "lt -n\ta\npt \x1b[A");
  EXPECT_EQ(keys[2].text, "y");
}

TEST(Key, APasteWithoutEndIsFlushed) {
  const std::vector<Key> keys = KeysOf("\x1b[200~abc");
  ASSERT_EQ(keys.size(), 1u);
  EXPECT_EQ(keys[0].code, KeyCode::kPaste);
  EXPECT_EQ(keys[0].text, "abc");
}

}  // namespace
}  // namespace tdbg::prompt
