// What a thread has lately looked up in Definitions, so that it need not ask again under the lock.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

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

class NameCache {
 public:
  uint32_t Find(Definitions& definitions, std::string_view text) {
    uint64_t ends[2] = {};
    const size_t part = text.size() < 8 ? text.size() : 8;
    if (part > 0) {
      std::memcpy(&ends[0], text.data(), part);
      std::memcpy(&ends[1], text.data() + text.size() - part, part);
    }
    const uint64_t hash = (ends[0] * 31 + ends[1] + text.size()) * 0x9e3779b97f4a7c15;
    Entry& entry = known_[hash >> 58];
    if (entry.text != text) {
      entry.number = definitions.String(text);
      entry.text = text;
    }
    return entry.number;
  }

 private:
  struct Entry {
    std::string text;
    uint32_t number = 0;
  };
  std::array<Entry, 64> known_;
};

}  // namespace tdbg::capture
