#include "control/socket_line.h"

#include <cerrno>

#include <sys/socket.h>
#include <unistd.h>

namespace tdbg::control {

void SocketLine::Send(std::string_view lines) {
  if (fd_ < 0) return;
  ssize_t sent;
  do {
    sent = send(fd_, lines.data(), lines.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  } while (sent < 0 && errno == EINTR);
  if (sent != static_cast<ssize_t>(lines.size())) Close();
}

void SocketLine::Receive() {
  while (fd_ >= 0) {
    char bytes[4096];
    const ssize_t n = recv(fd_, bytes, sizeof bytes, MSG_DONTWAIT);
    if (n > 0) {
      lines_.Add(std::string_view(bytes, static_cast<size_t>(n)));
      if (n == sizeof bytes && !lines_.overlong()) continue;
      return;
    }
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    Close();
  }
}

void SocketLine::Close() {
  if (fd_ >= 0) close(fd_);
  fd_ = -1;
}

}  // namespace tdbg::control
