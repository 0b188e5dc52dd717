#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace tdbg {

void CheckFailed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "tdbg: internal error: %s does not hold (%s:%d)\n", condition, file, line);
  std::abort();
}

}  // namespace tdbg
