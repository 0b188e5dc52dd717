// Writes the lines of an answer where no pager is wanted.
#pragma once

#include <atomic>
#include <string>

#include "prompt/interpreter.h"

namespace tdbg::prompt {

// Buffers for files and pipes; a terminal gets each line at once.
class AnswerOutput {
 public:
  AnswerOutput(int fd, bool colour);
  ~AnswerOutput();
  AnswerOutput(const AnswerOutput&) = delete;
  AnswerOutput& operator=(const AnswerOutput&) = delete;

  // Up to the end, or until `stop` is set. `place` is put before the first line.
  void Write(const Answer& answer, const std::atomic<bool>& stop, const std::string& place = "");
  void Flush();

  enum class State {
    kFine,
    kClosed,  // the reader of the pipe has gone: nothing to complain about
    kFailed,
  };
  State state() const { return state_; }

 private:
  int fd_;
  bool colour_;
  bool terminal_;
  std::string buffer_;
  State state_ = State::kFine;
};

}  // namespace tdbg::prompt
