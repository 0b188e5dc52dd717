#include "prompt/answer_output.h"

#include <cerrno>

#include <unistd.h>

#include "prompt/ansi.h"
#include "prompt/write_all.h"

namespace tdbg::prompt {
namespace {

constexpr size_t kMostBuffered = 64 * 1024;

}  // namespace

AnswerOutput::AnswerOutput(int fd, bool colour)
    : fd_(fd), colour_(colour), terminal_(isatty(fd) != 0) {}

AnswerOutput::~AnswerOutput() { Flush(); }

void AnswerOutput::Write(const Answer& answer, const std::atomic<bool>& stop,
                         const std::string& place) {
  if (!place.empty()) buffer_ += place + ": ";
  while (answer.lines && state_ == State::kFine && !stop) {
    const std::optional<Line> line = answer.lines();
    if (!line) return;
    buffer_ += Rendered(*line, colour_) + "\n";
    if (terminal_ || buffer_.size() > kMostBuffered) Flush();
  }
}

void AnswerOutput::Flush() {
  if (state_ == State::kFine && !WriteAll(fd_, buffer_)) {
    state_ = errno == EPIPE ? State::kClosed : State::kFailed;
  }
  buffer_.clear();
}

}  // namespace tdbg::prompt
