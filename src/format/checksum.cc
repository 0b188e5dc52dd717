#include "format/checksum.h"

// All of xxHash is inlined, so that none of its symbols meets the framework's own copy of it.
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace tdbg::format {

[[gnu::hot]] uint64_t Checksum64(const void* bytes, size_t size, uint64_t seed) {
  return XXH3_64bits_withSeed(bytes, size, seed);
}

}  // namespace tdbg::format
