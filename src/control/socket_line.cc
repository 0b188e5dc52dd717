#include "control/socket_line.h"

#include <cerrno>

#include <sys/socket.h>

namespace tdbg::control {

int SocketLine::Socket() {
  const int fd = fd_.Get();
  if (fd < 0 && fd_.valid()) {
    was_taken_ = true;
    Close();
  }
  return fd;
}

void SocketLine::Send(std::string_view lines) {
  const int fd = Socket();
  if (fd < 0) return;
  ssize_t sent;
  do {
    sent = send(fd, lines.data(), lines.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  } while (sent < 0 && errno == EINTR);
  if (sent != static_cast<ssize_t>(lines.size())) Close();
}

void SocketLine::Receive() {
  for (int fd = Socket(); fd >= 0; fd = Socket()) {
    char bytes[4096];
    const ssize_t n = recv(fd, bytes, sizeof bytes, MSG_DONTWAIT);
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

void SocketLine::HangUp() {
  const int fd = Socket();
  if (fd >= 0) shutdown(fd, SHUT_RDWR);
  Close();
}

}  // namespace tdbg::control
