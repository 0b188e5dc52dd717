#include "prompt/edit_buffer.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <utility>

#include "base/glyph.h"

namespace tdbg::prompt {
namespace {

bool IsWord(char c) {
  const auto byte = static_cast<uint8_t>(c);
  return byte >= 0x80 || std::isalnum(byte) != 0 || c == '_';
}

}  // namespace

void EditBuffer::Set(std::string text) {
  text_ = std::move(text);
  cursor_ = text_.size();
  killing_ = false;
}

void EditBuffer::Insert(std::string_view text) { Replace(cursor_, cursor_, text); }

void EditBuffer::Replace(size_t begin, size_t end, std::string_view text) {
  text_.replace(begin, end - begin, text);
  const size_t behind = begin + text.size();
  MoveTo(behind);
  // What follows may combine with the text: then the cursor goes behind that, too.
  if (cursor_ < behind) cursor_ = NextStop(text_, cursor_);
}

void EditBuffer::MoveTo(size_t at) {
  cursor_ = 0;
  while (cursor_ < at) {
    const size_t next = NextStop(text_, cursor_);
    if (next > at || next == cursor_) break;
    cursor_ = next;
  }
  killing_ = false;
}

void EditBuffer::MoveLeft() { MoveTo(PreviousStop(text_, cursor_)); }
void EditBuffer::MoveRight() { MoveTo(NextStop(text_, cursor_)); }
void EditBuffer::MoveHome() { MoveTo(0); }
void EditBuffer::MoveEnd() { MoveTo(text_.size()); }
void EditBuffer::MoveWordLeft() { MoveTo(WordLeft()); }
void EditBuffer::MoveWordRight() { MoveTo(WordRight()); }

size_t EditBuffer::WordLeft() const {
  size_t at = cursor_;
  while (at > 0 && !IsWord(text_[at - 1])) --at;
  while (at > 0 && IsWord(text_[at - 1])) --at;
  return at;
}

size_t EditBuffer::WordRight() const {
  size_t at = cursor_;
  while (at < text_.size() && !IsWord(text_[at])) ++at;
  while (at < text_.size() && IsWord(text_[at])) ++at;
  return at;
}

void EditBuffer::EraseLeft() { Replace(PreviousStop(text_, cursor_), cursor_, ""); }
void EditBuffer::EraseRight() { Replace(cursor_, NextStop(text_, cursor_), ""); }

void EditBuffer::Transpose() {
  const size_t right_end = NextStop(text_, cursor_);
  const size_t middle = cursor_ == text_.size() ? PreviousStop(text_, cursor_) : cursor_;
  const size_t left = PreviousStop(text_, middle);
  if (left == middle) return;
  const std::string swapped =
      text_.substr(middle, right_end - middle) + text_.substr(left, middle - left);
  Replace(left, right_end, swapped);
}

void EditBuffer::KillToEnd() { Kill(cursor_, text_.size()); }
void EditBuffer::KillToHome() { Kill(0, cursor_); }
void EditBuffer::KillWordLeft() { Kill(WordLeft(), cursor_); }
void EditBuffer::KillWordRight() { Kill(cursor_, WordRight()); }

void EditBuffer::KillBlankWordLeft() {
  size_t at = cursor_;
  while (at > 0 && text_[at - 1] == ' ') --at;
  while (at > 0 && text_[at - 1] != ' ') --at;
  Kill(at, cursor_);
}

void EditBuffer::Kill(size_t begin, size_t end) {
  if (begin == end) return;
  const std::string cut = text_.substr(begin, end - begin);
  if (!killing_) killed_.clear();
  killed_ = begin < cursor_ ? cut + killed_ : killed_ + cut;
  Replace(begin, end, "");
  killing_ = true;
}

void EditBuffer::Yank() { Insert(killed_); }

}  // namespace tdbg::prompt
