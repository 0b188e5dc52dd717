// One end of a connected socket that lines travel on.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "base/own_descriptor.h"
#include "control/message.h"

namespace tdbg::control {

// Move-only owner of the socket. Neither sending nor reading ever blocks or raises SIGPIPE.
class SocketLine {
 public:
  SocketLine() = default;                   // closed
  explicit SocketLine(int fd) : fd_(fd) {}  // takes it over
  SocketLine(SocketLine&& other) noexcept { *this = std::move(other); }
  SocketLine& operator=(SocketLine&& other) noexcept {
    std::swap(fd_, other.fd_);
    std::swap(lines_, other.lines_);
    std::swap(was_taken_, other.was_taken_);
    return *this;
  }

  int fd() const { return fd_.Get(); }  // to poll for reading; -1 when closed
  bool connected() const { return fd_.valid(); }
  // Closed because somebody else in the process closed the socket or put another file in its place.
  bool was_taken() const { return was_taken_; }

  // Whole lines. Closes if the other end is gone or does not read what it is sent.
  void Send(std::string_view lines);

  // Takes in what has arrived. Closes at the end, or if it is no text of ours.
  void Receive();
  // The next line of it.
  bool Next(std::string* line) { return lines_.Next(line); }

  void Close() { fd_.Close(); }

  // Closes, and wakes whoever polls it.
  void HangUp();

 private:
  // For the next system call; -1, and closed, if it is no longer ours.
  int Socket();

  OwnDescriptor fd_;
  bool was_taken_ = false;
  LineBuffer lines_;
};

}  // namespace tdbg::control
