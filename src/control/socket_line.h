// One end of a connected socket that lines travel on.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "control/message.h"

namespace tdbg::control {

// Move-only owner of the descriptor. Neither sending nor reading ever blocks or raises SIGPIPE.
class SocketLine {
 public:
  SocketLine() = default;  // closed
  explicit SocketLine(int fd) : fd_(fd) {}
  SocketLine(SocketLine&& other) noexcept { *this = std::move(other); }
  SocketLine& operator=(SocketLine&& other) noexcept {
    std::swap(fd_, other.fd_);
    std::swap(lines_, other.lines_);
    return *this;
  }
  ~SocketLine() { Close(); }

  int fd() const { return fd_; }  // to poll for reading; -1 when closed
  bool connected() const { return fd_ >= 0; }

  // Whole lines. Closes if the other end is gone or does not read what it is sent.
  void Send(std::string_view lines);

  // Takes in what has arrived. Closes at the end, or if it is no text of ours.
  void Receive();
  // The next line of it.
  bool Next(std::string* line) { return lines_.Next(line); }

  void Close();

 private:
  int fd_ = -1;
  LineBuffer lines_;
};

}  // namespace tdbg::control
