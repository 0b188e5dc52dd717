#include "exporters/native/segment_stream.h"

#include <algorithm>

#include "format/trace_layout.h"

namespace tdbg::exporters::native {

void SegmentStream::AppendBytes(format::RecordKind kind, uint8_t aux,
                                std::span<const std::byte> record,
                                std::span<const std::byte> tail) {
  if (!status_.ok()) return;
  const uint64_t granules = format::GranulesFor(record.size() + tail.size());
  if (writer_.free_granules() < granules && !StartSegment(granules)) return;
  last_ = {identity_.thread, identity_.sequence, writer_.offset_bytes()};
  if (!writer_.AppendBytes(kind, aux, record, tail)) {
    status_ = Unsupported("a record is longer than the format allows");
  }
}

bool SegmentStream::StartSegment(uint64_t granules) {
  constexpr uint64_t kMostCapacity = uint64_t{1} << 18;  // 8 MiB
  if (file_.valid()) {
    writer_.Seal();
    ++identity_.sequence;
  }
  const std::string path =
      directory_ + "/" +
      format::SegmentFileName(identity_.kind, identity_.thread, identity_.sequence);
  auto file = format::SegmentFile::Create(path, identity_, std::max(granules, next_capacity_));
  if (!file.ok()) {
    status_ = file.status();
    return false;
  }
  next_capacity_ = std::min(2 * next_capacity_, kMostCapacity);
  file_ = *std::move(file);
  writer_ = format::SegmentWriter(file_);
  return true;
}

}  // namespace tdbg::exporters::native
