// CRC-32C (Castagnoli), as TFRecord files use it.
#pragma once

#include <cstdint>
#include <string_view>

namespace tdbg {

// Uses the processor's instruction where it has one.
uint32_t Crc32c(std::string_view bytes);

// The same by table: the reference, and the way on machines without the instruction.
uint32_t Crc32cByTable(std::string_view bytes);

// A CRC of data that itself holds CRCs is weak; TFRecord therefore stores this rotation of it.
inline uint32_t MaskCrc(uint32_t crc) { return ((crc >> 15) | (crc << 17)) + 0xa282ead8u; }

}  // namespace tdbg
