// The first page of every file of a native trace, and the unit its records are made of.
//
// A segment is one file: this header, then records in granules of 32 bytes. One thread of one
// process writes it, any number of readers follow. docs/trace_format.md tells the whole story.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/status.h"

namespace tdbg::format {

// The version of all layouts of src/format that lie on disk. It goes up when a reader of the older
// number would misread what a newer writer wrote.
inline constexpr uint32_t kContractVersion = 1;

inline constexpr size_t kHeaderBytes = 4096;
inline constexpr size_t kGranuleBytes = 32;

// What a segment is for. Every kind of record is understood in every kind of segment; the kinds
// tell apart what is kept for good (meta) from what retention may delete.
enum class SegmentKind : uint8_t { kMeta = 1, kEvents = 2, kValues = 3 };

struct SegmentIdentity {
  SegmentKind kind = SegmentKind::kEvents;
  uint32_t pid = 0;  // with start_ns: the run
  int64_t start_ns = 0;
  uint32_t thread = 0;    // the capture library's own number of the writing thread
  uint32_t sequence = 0;  // counts the segments of one kind and thread
};

struct SegmentHeader {
  char magic[8];
  uint32_t version;
  uint8_t kind;
  uint8_t zero[3];
  uint32_t pid;
  uint32_t thread;
  int64_t start_ns;
  uint32_t sequence;
  uint32_t zero2;
  uint64_t capacity_granules;
  uint64_t checksum;  // of all the bytes above
  // 1 + granules in use, stored when the writer has left the segment for good; 0 until then. Not
  // part of the checksum.
  uint64_t sealed;
};
static_assert(sizeof(SegmentHeader) == 64);
static_assert(offsetof(SegmentHeader, start_ns) == 24);
static_assert(offsetof(SegmentHeader, capacity_granules) == 40);
static_assert(offsetof(SegmentHeader, checksum) == 48);
static_assert(offsetof(SegmentHeader, sealed) == 56);

// Behind the header: 1 + records in use, stored just before `sealed`; 0 in a segment of a writer
// that did not count them, or that was never sealed.
inline constexpr size_t kRecordCountOffset = sizeof(SegmentHeader);

// How long the file is at least, by its own word: a sealed one up to its last record, any other as
// it was allocated.
uint64_t StatedBytes(const SegmentHeader& header);

SegmentHeader MakeHeader(const SegmentIdentity& identity, uint64_t capacity_granules);

// kCorrupt if it is none of ours or damaged, kUnsupported if a newer tdbg wrote it. The message
// does not name the file.
Status CheckHeader(const SegmentHeader& header);

SegmentIdentity IdentityOf(const SegmentHeader& header);

}  // namespace tdbg::format
