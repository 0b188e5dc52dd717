// A segment's file, mapped for reading while it may still be written.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "base/status.h"
#include "format/segment_header.h"

namespace tdbg::format {

// Move-only owner of the mapping, which outlives the file's deletion.
class MappedSegment {
 public:
  // Succeeds only if the header is sound. kNotFound: the file is there, but its writer has not
  // written the header yet, and so no record either. The error does not name the file.
  static Result<MappedSegment> Open(const std::string& path);

  MappedSegment(MappedSegment&& other) noexcept;
  MappedSegment& operator=(MappedSegment&& other) noexcept;
  ~MappedSegment();

  // The header and as much of the room for records as the file has.
  std::span<const std::byte> bytes() const { return bytes_; }
  const SegmentHeader& header() const {
    return *reinterpret_cast<const SegmentHeader*>(bytes_.data());
  }

 private:
  MappedSegment() = default;

  std::span<const std::byte> bytes_;
};

}  // namespace tdbg::format
