#include "base/crc32c.h"

#include <array>

#include "base/bytes.h"

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace tdbg {
namespace {

constexpr uint32_t kPolynomial = 0x82f63b78u;  // reflected

constexpr std::array<uint32_t, 256> MakeTable() {
  std::array<uint32_t, 256> table{};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) ? kPolynomial : 0);
    table[byte] = crc;
  }
  return table;
}

constexpr std::array<uint32_t, 256> kTable = MakeTable();

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) uint32_t Crc32cByInstruction(std::string_view bytes) {
  const char* data = bytes.data();
  size_t left = bytes.size();
  uint64_t crc = 0xffffffffu;
  for (; left >= 8; left -= 8, data += 8)
    crc = _mm_crc32_u64(crc, LoadLittleEndian<uint64_t>(data));
  uint32_t tail = static_cast<uint32_t>(crc);
  for (; left > 0; --left, ++data) tail = _mm_crc32_u8(tail, static_cast<uint8_t>(*data));
  return ~tail;
}
#endif

}  // namespace

uint32_t Crc32cByTable(std::string_view bytes) {
  uint32_t crc = 0xffffffffu;
  for (const char c : bytes) crc = (crc >> 8) ^ kTable[(crc ^ static_cast<uint8_t>(c)) & 0xff];
  return ~crc;
}

uint32_t Crc32c(std::string_view bytes) {
#if defined(__x86_64__)
  static const bool has_instruction = __builtin_cpu_supports("sse4.2");
  if (has_instruction) return Crc32cByInstruction(bytes);
#endif
  return Crc32cByTable(bytes);
}

}  // namespace tdbg
