// Little-endian loads from unaligned bytes of a file.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace tdbg {

static_assert(std::endian::native == std::endian::little, "recorded formats are little-endian");

template <typename T>
T LoadLittleEndian(const void* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

}  // namespace tdbg
