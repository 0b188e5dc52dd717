// Sizes as people write them.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/status.h"

namespace tdbg::cli {

// "2GiB", "500MB", "64K", "1000": a whole number from 1 on and a unit. KiB, MiB, GiB, TiB and their
// first letter alone are powers of 1024; KB, MB, GB, TB powers of 1000; letters of either case.
Result<int64_t> ParseByteCount(std::string_view text);

}  // namespace tdbg::cli
