// Records of one kind of segment, written one after the other into as many files as it takes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "base/status.h"
#include "format/segment_file.h"
#include "format/segment_writer.h"
#include "format/tensor_event.h"

namespace tdbg::exporters::native {

class SegmentStream {
 public:
  // Writes segments of this identity, whose sequence is not looked at, into an existing directory.
  SegmentStream(std::string directory, const format::SegmentIdentity& identity)
      : directory_(std::move(directory)), identity_(identity) {}

  // As SegmentWriter's. What the file system refuses is remembered for status().
  void AppendBytes(format::RecordKind kind, uint8_t aux, std::span<const std::byte> record,
                   std::span<const std::byte> tail = {});

  template <typename Record>
  void Append(Record record, std::span<const std::byte> tail = {}, uint8_t aux = 0) {
    const uint64_t granules = format::GranulesFor(sizeof(Record) + tail.size());
    if constexpr (requires { record.granules; }) record.granules = granules;
    AppendBytes(Record::kKind, aux, std::as_bytes(std::span<const Record, 1>(&record, 1)), tail);
  }

  // Where the record that was appended last lies.
  const format::ValueRef& last() const { return last_; }

  // Says in the file that nothing follows.
  void Seal() { writer_.Seal(); }

  const Status& status() const { return status_; }

 private:
  bool StartSegment(uint64_t granules);

  std::string directory_;
  format::SegmentIdentity identity_;
  format::SegmentFile file_;
  format::SegmentWriter writer_;
  uint64_t next_capacity_ = 2048;  // granules; the first file is small, for small recordings
  format::ValueRef last_ = {};
  Status status_;
};

}  // namespace tdbg::exporters::native
