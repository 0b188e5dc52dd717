// Any bytes as a segment, whole or with a sound header in front: reading ends, every record lies
// inside, and what can be packed comes back as it was.
#include <cstring>
#include <vector>

#include "format/segment_reader.h"
#include "format/tensor_event.h"
#include "fuzz/expectations.h"
#include "importers/native/record_columns.h"

namespace tdbg::fuzz {
namespace {

void ReadSegment(std::string_view input) {
  const bool sealed = !input.empty() && (input[0] & 1) != 0;
  const size_t granules = input.size() / format::kGranuleBytes;
  if (granules == 0) return;
  std::vector<uint64_t> memory((format::kHeaderBytes + granules * format::kGranuleBytes) / 8);
  auto* const bytes = reinterpret_cast<std::byte*>(memory.data());
  format::SegmentHeader header = format::MakeHeader({}, granules);
  if (sealed) header.sealed = 1 + granules;
  std::memcpy(bytes, &header, sizeof header);
  std::memcpy(bytes + format::kHeaderBytes, input.data(), granules * format::kGranuleBytes);
  // Fuzzers do not guess checksums: every other input gets right ones where a length is stated.
  if (!input.empty() && (input[0] & 2) != 0) {
    for (size_t at = format::kHeaderBytes; at < memory.size() * 8;) {
      format::RecordHead head;
      std::memcpy(&head, bytes + at, sizeof head);
      const size_t left = (memory.size() * 8 - at) / format::kGranuleBytes;
      if (head.kind == 0 || head.granules == 0 || head.granules > left) break;
      head.checksum = format::RecordChecksum(head, bytes + at, head.granules);
      std::memcpy(bytes + at, &head, sizeof head);
      at += head.granules * format::kGranuleBytes;
    }
  }

  const std::span<const std::byte> segment(bytes, memory.size() * 8);
  format::SegmentReader reader(segment);
  uint64_t last = 0;
  while (const auto record = reader.Next()) {
    TDBG_CHECK(record->offset_bytes > last && !record->bytes.empty());
    TDBG_CHECK(record->bytes.data() + record->bytes.size() <= segment.data() + segment.size());
    last = record->offset_bytes;
    if (auto event = format::DecodeTensorEvent(record->bytes)) {
      static_cast<void>(format::CompleteHealth(event->event, 1000, event->health));
    }
  }
  TDBG_CHECK(!sealed || reader.finished());
  const auto records = segment.subspan(format::kHeaderBytes);
  if (const auto columns = importers::native::SplitRecords(records)) {
    const auto joined = importers::native::JoinRecords(*columns, records.size());
    TDBG_CHECK(joined && joined->size() == records.size() &&
               std::memcmp(joined->data(), records.data(), records.size()) == 0);
  }
}

}  // namespace
}  // namespace tdbg::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tdbg::fuzz::ReadSegment(tdbg::fuzz::AsText(data, size));
  return 0;
}
