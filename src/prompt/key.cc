#include "prompt/key.h"

#include <cstdint>
#include <utility>

#include "base/glyph.h"

namespace tdbg::prompt {
namespace {

constexpr char kEsc = '\x1b';
constexpr size_t kLongestSequence = 32;
constexpr std::string_view kPasteEnd = "\x1b[201~";

Key OneByte(char byte) {
  switch (byte) {
    case '\r':
    case '\n':
      return {KeyCode::kEnter, ""};
    case '\t':
      return {KeyCode::kTab, ""};
    case '\x7f':
    case '\b':
      return {KeyCode::kBackspace, ""};
    default:
      if (static_cast<uint8_t>(byte) < 0x20) {
        return {KeyCode::kControl, std::string(1, static_cast<char>(byte | 0x60))};
      }
      return {KeyCode::kText, std::string(1, byte)};
  }
}

// The number in `ESC [ number ~`, with what was held down behind a semicolon.
KeyCode NumberedKey(std::string_view number) {
  static constexpr std::pair<std::string_view, KeyCode> kKeys[] = {
      {"1", KeyCode::kHome},     {"7", KeyCode::kHome},   {"4", KeyCode::kEnd},
      {"8", KeyCode::kEnd},      {"3", KeyCode::kDelete}, {"5", KeyCode::kPageUp},
      {"6", KeyCode::kPageDown},
  };
  for (const auto& [name, code] : kKeys) {
    if (number == name) return code;
  }
  return KeyCode::kUnknown;
}

// A cursor key by its final letter. `modified` is true for Ctrl and Alt, which go by words.
KeyCode LetteredKey(char letter, bool modified) {
  switch (letter) {
    case 'A':
      return KeyCode::kUp;
    case 'B':
      return KeyCode::kDown;
    case 'C':
      return modified ? KeyCode::kWordRight : KeyCode::kRight;
    case 'D':
      return modified ? KeyCode::kWordLeft : KeyCode::kLeft;
    case 'H':
      return KeyCode::kHome;
    case 'F':
      return KeyCode::kEnd;
    case 'Z':
      return KeyCode::kShiftTab;
    default:
      return KeyCode::kUnknown;
  }
}

// A whole `ESC [ … final` or `ESC O final`.
KeyCode SequenceKey(std::string_view sequence) {
  const char final = sequence.back();
  std::string_view parameters = sequence.substr(2, sequence.size() - 3);
  const size_t semicolon = parameters.find(';');
  const std::string_view number = parameters.substr(0, semicolon);
  if (final == '~') return NumberedKey(number);
  // 1 + bits: 1 Shift, 2 Alt, 4 Ctrl. Some terminals leave the first number out.
  const std::string_view held =
      semicolon != std::string_view::npos ? parameters.substr(semicolon + 1) : number;
  const bool modified = held.size() == 1 && held[0] >= '3' && held[0] <= '8';
  return LetteredKey(final, modified);
}

}  // namespace

std::optional<Key> KeyDecoder::Take(char byte) {
  if (pasting_) return TakeOfPaste(byte);
  // Nothing continues across an Esc: what came before it was never finished.
  if (byte == kEsc && rest_ != "\x1b") rest_.clear();
  rest_ += byte;
  return rest_[0] == kEsc ? TakeOfSequence() : TakeOfText();
}

std::optional<Key> KeyDecoder::TakeOfText() {
  const auto first = static_cast<uint8_t>(rest_[0]);
  if (first < 0x80) return OneByte(std::exchange(rest_, "")[0]);
  const bool starts = first >= 0xc2 && first < 0xf5;
  const size_t bytes = !starts ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  const char last = rest_.back();
  const bool broken = rest_.size() > 1 && (static_cast<uint8_t>(last) & 0xc0) != 0x80;
  if (rest_.size() < bytes && !broken) return std::nullopt;
  const Key key{KeyCode::kText, Cleaned(broken ? "\xff" : rest_)};
  rest_.clear();
  // Only an ASCII byte is a key of its own at once; the start of another character waits.
  if (broken && static_cast<uint8_t>(last) >= 0x80) rest_ = last;
  if (broken && static_cast<uint8_t>(last) < 0x80) return OneByte(last);
  return key;
}

std::optional<Key> KeyDecoder::TakeOfSequence() {
  if (rest_.size() == 1) return std::nullopt;
  const char second = rest_[1];
  if (second == kEsc || static_cast<uint8_t>(second) >= 0x80) {
    rest_.erase(0, 1);  // the second byte begins anew
    return Key{KeyCode::kEscape, ""};
  }
  if (second != '[' && second != 'O') {
    const Key key = OneByte(second);
    rest_.clear();
    if (key.code == KeyCode::kBackspace) return Key{KeyCode::kAltBackspace, ""};
    return key.code == KeyCode::kText ? Key{KeyCode::kAlt, key.text} : key;
  }
  if (rest_.size() == 2) return std::nullopt;
  const char last = rest_.back();
  if (last < '@' || last > '~') {
    const bool parameter = last >= ' ' && last < '@';
    if (parameter && rest_.size() < kLongestSequence) return std::nullopt;
    rest_.clear();
    return Key{KeyCode::kUnknown, ""};
  }
  const std::string sequence = std::exchange(rest_, "");
  if (sequence == "\x1b[200~") {
    pasting_ = true;
    return std::nullopt;
  }
  return Key{SequenceKey(sequence), ""};
}

std::optional<Key> KeyDecoder::TakeOfPaste(char byte) {
  paste_ += byte;
  if (!paste_.ends_with(kPasteEnd)) return std::nullopt;
  paste_.resize(paste_.size() - kPasteEnd.size());
  return Flush();
}

std::optional<Key> KeyDecoder::Flush() {
  if (std::exchange(pasting_, false)) return Key{KeyCode::kPaste, std::exchange(paste_, "")};
  const std::string rest = std::exchange(rest_, "");
  if (rest.empty()) return std::nullopt;
  if (rest == "\x1b") return Key{KeyCode::kEscape, ""};
  if (rest.size() == 2 && rest[0] == kEsc) return Key{KeyCode::kAlt, rest.substr(1)};
  return Key{KeyCode::kUnknown, ""};
}

}  // namespace tdbg::prompt
