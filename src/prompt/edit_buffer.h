// The text of one line, a cursor in it, and what was cut out of it last.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tdbg::prompt {

// The cursor is a byte offset that always stands between two characters as a person sees them.
// Words are letters, digits, '_' and everything beyond ASCII. What the Kill functions cut out can
// be put back with Yank, also after Clear; kills that follow each other directly add up.
class EditBuffer {
 public:
  const std::string& text() const { return text_; }
  size_t cursor() const { return cursor_; }

  void Clear() { Set(""); }
  void Set(std::string text);  // cursor at the end
  void Insert(std::string_view text);
  void Replace(size_t begin, size_t end, std::string_view text);  // cursor behind the text

  void MoveTo(size_t at);  // moved to the stop at or before `at`
  void MoveLeft();
  void MoveRight();
  void MoveHome();
  void MoveEnd();
  void MoveWordLeft();
  void MoveWordRight();

  void EraseLeft();
  void EraseRight();
  void Transpose();  // the characters around the cursor, or the last two

  void KillToEnd();
  void KillToHome();
  void KillWordLeft();
  void KillWordRight();
  void KillBlankWordLeft();  // back to a blank
  void Yank();

 private:
  void Kill(size_t begin, size_t end);
  size_t WordLeft() const;
  size_t WordRight() const;

  std::string text_;
  size_t cursor_ = 0;
  std::string killed_;
  bool killing_ = false;  // the last change was a kill
};

}  // namespace tdbg::prompt
