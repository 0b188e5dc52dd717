#include "prompt/write_all.h"

#include <cerrno>

#include <poll.h>
#include <unistd.h>

namespace tdbg::prompt {

bool WriteAll(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t done = write(fd, text.data(), text.size());
    if (done >= 0) {
      text.remove_prefix(static_cast<size_t>(done));
    } else if (errno == EAGAIN) {  // somebody who shares the terminal made it non-blocking
      pollfd writable{fd, POLLOUT, 0};
      static_cast<void>(poll(&writable, 1, -1));
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

}  // namespace tdbg::prompt
