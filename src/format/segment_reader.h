// Walks the committed records of a segment, and goes on later where it stood.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "format/record.h"

namespace tdbg::format {

struct RecordView {
  RecordKind kind = RecordKind::kNone;  // may be one that this tdbg does not know
  uint8_t aux = 0;
  uint64_t offset_bytes = 0;         // from the start of the segment
  std::span<const std::byte> bytes;  // head included
};

// Records that failed their checksum, and zeros where a sealed segment has records: each stretch
// of them counts once.
struct SegmentDamage {
  uint64_t count = 0;
  uint64_t first_offset_bytes = 0;
};

class SegmentReader {
 public:
  // Borrows `segment`, which begins with its header, a sound one. The capacity is taken from the
  // header, but no byte beyond `segment` is read.
  explicit SegmentReader(std::span<const std::byte> segment);

  // nullopt if nothing more is committed yet; a later call may find more. The record is good until
  // the next call: a copy of what was checked, unless it is a long one, because somebody may write
  // to the file meanwhile.
  std::optional<RecordView> Next();

  // Everything was read and the writer has sealed the segment.
  bool finished() const;

  SegmentDamage damage() const;
  uint64_t offset_bytes() const { return offset_; }

  // Records that were read, and how many the writer says there are; nullopt while it has not sealed
  // the segment, and where it did not count.
  uint64_t records() const { return records_; }
  std::optional<uint64_t> stated_records() const;

 private:
  std::optional<RecordView> ReadHere();
  uint64_t SealedEnd() const;
  bool SkipDamage(uint64_t end);
  std::optional<uint64_t> FindRecord(uint64_t offset) const;
  void Count(uint64_t offset);

  std::span<const std::byte> segment_;
  uint64_t offset_ = kHeaderBytes;
  bool stuck_ = false;  // damage at offset_, and nothing sound behind it yet
  SegmentDamage damage_;
  uint64_t records_ = 0;
  std::vector<uint64_t> copy_;  // of the record that was read last
};

// The record at the front of `bytes`, which begin at a granule; empty if it is not sound.
std::span<const std::byte> SoundRecord(std::span<const std::byte> bytes);

// The record at this place, if it is sound: for a ValueRef.
std::optional<RecordView> ReadRecord(std::span<const std::byte> segment, uint64_t offset_bytes);

}  // namespace tdbg::format
