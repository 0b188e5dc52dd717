// Reads lines from a person at a terminal.
#pragma once

#include <string>

#include "prompt/history.h"
#include "prompt/line_drawing.h"
#include "prompt/line_editing.h"
#include "prompt/terminal.h"

namespace tdbg::prompt {

// The system's side of prompt/line_editing.h: raw mode while a line is edited and never else, keys
// from the terminal, pictures onto it, again when its size changes.
class LineEditor {
 public:
  struct Reading {
    enum class End {
      kEnter,
      kCancelled,  // Ctrl-C: the line is void
      kNoMore,     // Ctrl-D on an empty line, or the terminal is gone
      kFromOutside,
    };
    End end = End::kEnter;
    std::string line;
  };

  // Borrows the history; whoever owns it adds the lines.
  LineEditor(TerminalFds fds, const History& history, Completer complete, bool colour)
      : fds_(fds), editing_(history, std::move(complete), colour) {}

  // The prompt may be coloured. A line that is ended from outside leaves no trace on the screen.
  Reading Read(const std::string& prompt);

  bool has_typed_ahead() const { return !bytes_.empty(); }

  // What was typed where no line was read, as if it came now. See LineEditing::Begin for
  // `doubtful`.
  void TypedAhead(const std::string& bytes, const std::string& doubtful) {
    bytes_ += bytes;
    doubtful_ = doubtful;
  }

  // Forgets what was typed or pasted ahead.
  void DropTypedAhead();

 private:
  LineEditing::Outcome TakeBytes(RawTerminal& terminal);
  LineEditing::Outcome TakeKey(RawTerminal& terminal, const Key& key);
  void Redraw(RawTerminal& terminal);

  TerminalFds fds_;
  LineEditing editing_;
  LineDrawing drawing_;
  KeyDecoder decoder_;
  ScreenSize size_;
  std::string bytes_;   // typed, not yet looked at
  std::string pasted_;  // what is left of a paste of several lines
  std::string doubtful_;
};

// LineEditor::Read for a terminal that knows no escape codes: it edits the line itself.
LineEditor::Reading ReadPlainLine(TerminalFds fds, const std::string& prompt);

}  // namespace tdbg::prompt
