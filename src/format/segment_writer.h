// Writes records into one segment, in place, from one thread at a time. No locks, no allocation, no
// system calls.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>

#include "format/record.h"
#include "format/segment_file.h"

namespace tdbg::format {

// Borrows the mapping of a SegmentFile (or any zeroed memory laid out like one). Cheap to copy, but
// only one copy may be used.
class SegmentWriter {
 public:
  SegmentWriter() = default;  // always full
  explicit SegmentWriter(const SegmentFile& file)
      : SegmentWriter(file.bytes(), file.capacity_granules()) {}
  SegmentWriter(std::byte* segment, uint64_t capacity_granules)
      : segment_(segment), capacity_(capacity_granules) {}

  // Room for a record, its head first; nullptr if the segment has not that much left. Room is
  // zeroed. But what was reserved and never committed is reserved again by the next call, and then
  // still holds what was written into it.
  std::byte* Reserve(uint64_t granules) {
    return granules <= capacity_ - used_ ? segment_ + offset_bytes() : nullptr;
  }

  // Commits the record just reserved and filled (the head is filled in here), `granules` long as
  // reserved.
  void Commit(RecordKind kind, uint8_t aux, uint64_t granules);

  // Reserve, copy and commit in one: `record`, whose head is filled in here, then the tail. False
  // if the segment is full, or a record that is not long would be longer than its head can say.
  bool AppendBytes(RecordKind kind, uint8_t aux, std::span<const std::byte> record,
                   std::span<const std::byte> tail = {});

  // The same for a struct of records.h. Fills in `granules` of the long ones.
  template <typename Record>
  bool Append(Record record, std::span<const std::byte> tail = {}, uint8_t aux = 0,
              RecordKind kind = Record::kKind) {
    if constexpr (requires { record.granules; }) {
      record.granules = GranulesFor(sizeof(Record) + tail.size());
    }
    return AppendBytes(kind, aux, std::as_bytes(std::span<const Record, 1>(&record, 1)), tail);
  }

  // Says in the header that nothing follows, and how much there is. The writer is full from then
  // on.
  void Seal();

  // Where the next record begins, from the start of the file: what a ValueRef says.
  uint64_t offset_bytes() const { return kHeaderBytes + used_ * kGranuleBytes; }
  uint64_t used_granules() const { return used_; }
  uint64_t free_granules() const { return capacity_ - used_; }

 private:
  std::byte* segment_ = nullptr;
  uint64_t capacity_ = 0;
  uint64_t used_ = 0;
  uint64_t records_ = 0;
};

}  // namespace tdbg::format
