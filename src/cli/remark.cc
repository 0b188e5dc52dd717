#include "cli/remark.h"

#include <cstdio>

#include "base/printable.h"

namespace tdbg::cli {

void Remark(std::string_view text) {
  std::fflush(stdout);  // lines stay in the order in which they were said
  std::fprintf(stderr, "tdbg: %s\n", Printable(text).c_str());
}

}  // namespace tdbg::cli
