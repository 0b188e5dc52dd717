#include "session/target/wake_up.h"

#include <cstdint>

#include <sys/eventfd.h>
#include <unistd.h>

#include "base/check.h"

namespace tdbg::session {

WakeUp::WakeUp() : fd_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) { TDBG_CHECK(fd_ >= 0); }
WakeUp::~WakeUp() { close(fd_); }

void WakeUp::Wake() const {
  const uint64_t one = 1;
  static_cast<void>(!write(fd_, &one, sizeof one));
}

void WakeUp::Sleep() const {
  uint64_t count = 0;
  static_cast<void>(!read(fd_, &count, sizeof count));
}

}  // namespace tdbg::session
