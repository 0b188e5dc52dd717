// XXH3, for headers and records.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tdbg::format {

uint64_t Checksum64(const void* bytes, size_t size, uint64_t seed = 0);

}  // namespace tdbg::format
