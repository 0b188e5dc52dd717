#include "control/debuggee_end.h"

#include <cerrno>
#include <cstring>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace tdbg::control {

Result<SocketLine> ConnectToDebugger(const std::string& path) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) {
    return InvalidArgument("the control socket's path is too long: " + path);
  }
  std::memcpy(address.sun_path, path.data(), path.size());
  const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int error = errno;
  if (fd >= 0) {
    if (connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
      return SocketLine(fd);
    }
    error = errno;
    close(fd);
  }
  return Unreadable("cannot reach the debugger at " + path + ": " + std::strerror(error));
}

}  // namespace tdbg::control
