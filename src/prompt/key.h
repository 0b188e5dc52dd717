// Keys from the bytes that a terminal sends.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tdbg::prompt {

enum class KeyCode {
  kText,     // text: one character
  kPaste,    // text: everything that was pasted
  kControl,  // text: the letter held with Ctrl, small
  kAlt,      // text: the character held with Alt, or typed behind Esc
  kEnter,
  kTab,
  kShiftTab,
  kBackspace,
  kDelete,
  kAltBackspace,
  kLeft,
  kRight,
  kUp,
  kDown,
  kWordLeft,
  kWordRight,
  kHome,
  kEnd,
  kPageUp,
  kPageDown,
  kEscape,
  kUnknown,  // a sequence that means nothing here
};

struct Key {
  KeyCode code = KeyCode::kUnknown;
  std::string text;
};

// Bytes go in one at a time, and whole keys come out. Any bytes are accepted; bytes that are no
// UTF-8 give kReplacement.
class KeyDecoder {
 public:
  std::optional<Key> Take(char byte);

  // Bytes of a key that is not whole yet. Nothing tells the Esc key from the start of a sequence
  // but that nothing follows it for a while: Flush makes the best of what is there.
  bool has_rest() const { return pasting_ || !rest_.empty(); }
  bool is_pasting() const { return pasting_; }
  std::optional<Key> Flush();

 private:
  std::optional<Key> TakeOfText();
  std::optional<Key> TakeOfSequence();
  std::optional<Key> TakeOfPaste(char byte);

  std::string rest_;   // bytes of an unfinished key
  std::string paste_;  // what was pasted so far
  bool pasting_ = false;
};

}  // namespace tdbg::prompt
