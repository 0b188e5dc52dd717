// What all records have in common: the head word, whose one release store commits the record.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "format/checksum.h"
#include "format/segment_header.h"

namespace tdbg::format {

// The numbers are on disk. Readers skip kinds they do not know.
enum class RecordKind : uint8_t {
  kNone = 0,  // a zero head: nothing is committed from here on

  kTensorEvent = 1,  // tensor_event.h
  kOperand = 2,      // tensor_event.h; belongs to the incident before it
  kExecution = 3,    // records.h, as all below
  kExecutionEnd = 4,
  kStep = 5,
  kBadValue = 6,
  kError = 7,
  kReading = 8,

  kProcess = 16,
  kString = 17,
  kGraph = 18,
  kOp = 19,
  kShape = 20,
  kStackFrame = 21,
  kSourceFile = 22,
  kLoss = 23,
  kEndOfRun = 24,
  kThread = 25,
  kLayer = 26,

  kValue = 32,
};

// The first 8 bytes of a record. `granules` counts the whole record; 0 says that the u64 behind the
// head does (a long record). The checksum covers the other fields of the head and everything behind
// it.
struct RecordHead {
  uint8_t kind;
  uint8_t aux;  // what it means depends on the kind
  uint16_t granules;
  uint32_t checksum;
};
static_assert(sizeof(RecordHead) == 8);

inline constexpr uint64_t kMostShortGranules = 0xffff;

constexpr uint64_t GranulesFor(uint64_t bytes) {
  return (bytes + kGranuleBytes - 1) / kGranuleBytes;
}

// The checksum that belongs into `head`, whose checksum field is not looked at. `record` begins
// with room for the head.
inline uint32_t RecordChecksum(const RecordHead& head, const std::byte* record, uint64_t granules) {
  const uint64_t seed =
      head.kind | static_cast<uint64_t>(head.aux) << 8 | static_cast<uint64_t>(head.granules) << 16;
  return static_cast<uint32_t>(
      Checksum64(record + sizeof(RecordHead), granules * kGranuleBytes - sizeof(RecordHead), seed));
}

inline uint64_t HeadWord(const RecordHead& head) { return std::bit_cast<uint64_t>(head); }
inline RecordHead HeadOf(uint64_t word) { return std::bit_cast<RecordHead>(word); }

}  // namespace tdbg::format
