// How large a file this process may make. Beyond it the system would not refuse, but send a signal.
#pragma once

#include <cstdint>

#include <sys/resource.h>

namespace tdbg::format {

inline uint64_t LargestFile() {
  rlimit most = {};
  return getrlimit(RLIMIT_FSIZE, &most) == 0 ? most.rlim_cur : UINT64_MAX;
}

}  // namespace tdbg::format
