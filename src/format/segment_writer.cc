#include "format/segment_writer.h"

namespace tdbg::format {
namespace {

// Source files and values say their length behind the head, however short they are.
bool IsLong(RecordKind kind) {
  return kind == RecordKind::kSourceFile || kind == RecordKind::kValue;
}

}  // namespace

[[gnu::hot]] void SegmentWriter::Commit(RecordKind kind, uint8_t aux, uint64_t granules) {
  std::byte* const record = segment_ + offset_bytes();
  RecordHead head = {};
  head.kind = static_cast<uint8_t>(kind);
  head.aux = aux;
  head.granules = IsLong(kind) ? 0 : static_cast<uint16_t>(granules);
  head.checksum = RecordChecksum(head, record, granules);
  __atomic_store_n(reinterpret_cast<uint64_t*>(record), HeadWord(head), __ATOMIC_RELEASE);
  used_ += granules;
  ++records_;
}

[[gnu::hot]] bool SegmentWriter::AppendBytes(RecordKind kind, uint8_t aux,
                                             std::span<const std::byte> record,
                                             std::span<const std::byte> tail) {
  const uint64_t granules = GranulesFor(record.size() + tail.size());
  if (!IsLong(kind) && granules > kMostShortGranules) return false;
  std::byte* const place = Reserve(granules);
  if (place == nullptr) return false;
  constexpr size_t kHead = sizeof(RecordHead);
  std::memcpy(place + kHead, record.data() + kHead, record.size() - kHead);
  if (!tail.empty()) std::memcpy(place + record.size(), tail.data(), tail.size());
  Commit(kind, aux, granules);
  return true;
}

void SegmentWriter::Seal() {
  if (segment_ == nullptr) return;
  auto* header = reinterpret_cast<SegmentHeader*>(segment_);
  auto* count = reinterpret_cast<uint64_t*>(segment_ + kRecordCountOffset);
  __atomic_store_n(count, 1 + records_, __ATOMIC_RELAXED);
  __atomic_store_n(&header->sealed, 1 + used_, __ATOMIC_RELEASE);
  capacity_ = used_;
}

}  // namespace tdbg::format
