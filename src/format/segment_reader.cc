#include "format/segment_reader.h"

#include <algorithm>
#include <cstring>

namespace tdbg::format {
namespace {

const SegmentHeader& HeaderOf(std::span<const std::byte> segment) {
  return *reinterpret_cast<const SegmentHeader*>(segment.data());
}

uint64_t LoadHead(const std::byte* record) {
  return __atomic_load_n(reinterpret_cast<const uint64_t*>(record), __ATOMIC_ACQUIRE);
}

// Granules of the record as its head states them; 0 if the head makes no sense.
uint64_t StatedGranules(const RecordHead& head, std::span<const std::byte> record) {
  uint64_t granules = head.granules;
  if (granules == 0) {
    std::memcpy(&granules, record.data() + sizeof(RecordHead), sizeof granules);
  }
  return granules <= record.size() / kGranuleBytes ? granules : 0;
}

// Outside data could make every granule claim to be long, or be a terabyte of zeros, and a search
// for a sound record endless. No segment of ours is as long as this.
constexpr uint64_t kSearchBytes = uint64_t{64} << 20;

}  // namespace

std::span<const std::byte> SoundRecord(std::span<const std::byte> bytes) {
  if (bytes.size() < kGranuleBytes) return {};
  const RecordHead head = HeadOf(LoadHead(bytes.data()));
  if (head.kind == static_cast<uint8_t>(RecordKind::kNone)) return {};
  const uint64_t granules = StatedGranules(head, bytes);
  if (granules == 0 || RecordChecksum(head, bytes.data(), granules) != head.checksum) return {};
  return bytes.first(granules * kGranuleBytes);
}

std::optional<RecordView> ReadRecord(std::span<const std::byte> segment, uint64_t offset) {
  if (offset < kHeaderBytes || offset % kGranuleBytes != 0 || offset >= segment.size()) {
    return std::nullopt;
  }
  const std::span<const std::byte> record = SoundRecord(segment.subspan(offset));
  if (record.empty()) return std::nullopt;
  RecordHead head;
  std::memcpy(&head, record.data(), sizeof head);
  return RecordView{static_cast<RecordKind>(head.kind), head.aux, offset, record};
}

SegmentReader::SegmentReader(std::span<const std::byte> segment) : segment_(segment) {
  const uint64_t most = (segment.size() - kHeaderBytes) / kGranuleBytes;
  const uint64_t granules = std::min(HeaderOf(segment).capacity_granules, most);
  segment_ = segment.first(kHeaderBytes + granules * kGranuleBytes);
}

uint64_t SegmentReader::SealedEnd() const {
  const uint64_t sealed = __atomic_load_n(&HeaderOf(segment_).sealed, __ATOMIC_ACQUIRE);
  const uint64_t most = (segment_.size() - kHeaderBytes) / kGranuleBytes;
  return sealed == 0 ? 0 : kHeaderBytes + std::min(sealed - 1, most) * kGranuleBytes;
}

bool SegmentReader::finished() const {
  const uint64_t end = SealedEnd();
  return end != 0 && offset_ >= end;
}

std::optional<RecordView> SegmentReader::Next() {
  while (offset_ < segment_.size()) {
    // The end is asked for before the head is read: only then is a head that is zero one that was
    // never written.
    const uint64_t end = SealedEnd();
    if (LoadHead(segment_.data() + offset_) == 0 && offset_ >= end) return std::nullopt;
    if (const auto record = ReadHere()) {
      offset_ += record->bytes.size();
      ++records_;
      return record;
    }
    if (!SkipDamage(end)) return std::nullopt;
  }
  return std::nullopt;
}

// Somebody may copy another file over this one at any moment, so what is checked must be what is
// read.
std::optional<RecordView> SegmentReader::ReadHere() {
  const std::span<const std::byte> rest = segment_.subspan(offset_);
  const uint64_t word = LoadHead(rest.data());
  const RecordHead head = HeadOf(word);
  if (head.granules == 0) return ReadRecord(segment_, offset_);
  const uint64_t granules = StatedGranules(head, rest);
  if (head.kind == 0 || granules == 0) return std::nullopt;
  const size_t size = granules * kGranuleBytes;
  if (copy_.size() < size / sizeof(uint64_t)) copy_.resize(size / sizeof(uint64_t));
  auto* const bytes = reinterpret_cast<std::byte*>(copy_.data());
  std::memcpy(bytes, rest.data(), size);
  std::memcpy(bytes, &word, sizeof word);
  if (RecordChecksum(head, bytes, granules) != head.checksum) return std::nullopt;
  return RecordView{static_cast<RecordKind>(head.kind), head.aux, offset_, {bytes, size}};
}

std::optional<uint64_t> SegmentReader::stated_records() const {
  if (SealedEnd() == 0) return std::nullopt;
  uint64_t count;
  std::memcpy(&count, segment_.data() + kRecordCountOffset, sizeof count);
  return count == 0 ? std::nullopt : std::optional(count - 1);
}

// Goes on to the next sound record; false if none lies ahead.
bool SegmentReader::SkipDamage(uint64_t end) {
  const std::optional<uint64_t> next = FindRecord(offset_);
  stuck_ = !next && end == 0;
  if (stuck_) return false;
  Count(offset_);
  offset_ = next.value_or(std::max(end, offset_ + kGranuleBytes));
  return true;
}

// Where the next sound record begins. The damaged one may still state its own length.
std::optional<uint64_t> SegmentReader::FindRecord(uint64_t offset) const {
  const RecordHead head = HeadOf(LoadHead(segment_.data() + offset));
  if (const uint64_t stated = StatedGranules(head, segment_.subspan(offset)); stated != 0) {
    const uint64_t next = offset + stated * kGranuleBytes;
    if (ReadRecord(segment_, next)) return next;
  }
  const uint64_t end = offset + std::min<uint64_t>(kSearchBytes, segment_.size() - offset);
  uint64_t budget = 8 * (end - offset);  // bytes to be summed up
  for (uint64_t at = offset + kGranuleBytes; at < end; at += kGranuleBytes) {
    const RecordHead candidate = HeadOf(LoadHead(segment_.data() + at));
    if (candidate.kind == 0) continue;
    const uint64_t cost = StatedGranules(candidate, segment_.subspan(at)) * kGranuleBytes;
    if (cost > budget) return std::nullopt;
    budget -= cost;
    if (ReadRecord(segment_, at)) return at;
  }
  return std::nullopt;
}

void SegmentReader::Count(uint64_t offset) {
  if (damage_.count++ == 0) damage_.first_offset_bytes = offset;
}

SegmentDamage SegmentReader::damage() const {
  SegmentDamage damage = damage_;
  if (stuck_ && damage.count++ == 0) damage.first_offset_bytes = offset_;
  return damage;
}

}  // namespace tdbg::format
