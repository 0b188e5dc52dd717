#include "control/debuggee_end.h"

#include <cerrno>
#include <cstring>

#include <sys/socket.h>
#include <sys/un.h>

namespace tdbg::control {

Result<SocketLine> ConnectToDebugger(const std::string& path) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) {
    return InvalidArgument("the control socket's path is too long: " + path);
  }
  std::memcpy(address.sun_path, path.data(), path.size());
  SocketLine line(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  int error = errno;
  if (line.connected()) {
    if (connect(line.fd(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
      return line;
    }
    error = errno;
  }
  return Unreadable("cannot reach the debugger at " + path + ": " + std::strerror(error));
}

}  // namespace tdbg::control
