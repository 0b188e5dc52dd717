// What a thread has lately looked up in Definitions, so that it need not ask again under the lock.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "capture/definitions.h"

namespace tdbg::capture {

// One entry for each hash: a newer one takes the place of the older.
class ShapeCache {
 public:
  const KnownShape* Find(Definitions& definitions, std::span<const int64_t> dims) {
    uint64_t hash = dims.size();
    for (const int64_t extent : dims) {
      hash = (hash ^ static_cast<uint64_t>(extent)) * 0x9e3779b97f4a7c15;
    }
    const KnownShape*& known = known_[hash >> 56];
    if (known == nullptr || !known->Is(dims)) known = definitions.Shape(dims);
    return known;
  }

 private:
  std::array<const KnownShape*, 256> known_{};
};

}  // namespace tdbg::capture
