// The time of day, as records carry it.
#pragma once

#include <cstdint>
#include <ctime>

namespace tdbg::capture {

// Nanoseconds since the epoch. No system call: the kernel's own page answers.
inline int64_t NowNs() {
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

}  // namespace tdbg::capture
