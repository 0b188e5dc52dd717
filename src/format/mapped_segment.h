// A segment's file, mapped for reading while it may still be written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "base/file_mapping.h"
#include "base/status.h"
#include "format/segment_header.h"

namespace tdbg::format {

// Move-only owner of the mapping, which outlives the file's deletion and its being cut.
class MappedSegment {
 public:
  // Succeeds only if the header is sound. kNotFound: the file is there, but its writer has not
  // written the header yet, and so no record either. The error does not name the file.
  static Result<MappedSegment> Open(const std::string& path);

  // The header and as much of the room for records as the file has.
  std::span<const std::byte> bytes() const { return mapping_.bytes(); }
  const SegmentHeader& header() const {
    return *reinterpret_cast<const SegmentHeader*>(bytes().data());
  }

  // Where the file's contents are not what they were when it was opened: it was cut there, or
  // another was copied over it (0). What was read before is good, what is read now may be zeros or
  // the records of another.
  std::optional<uint64_t> ChangedAt(const std::string& path) const;

 private:
  FileMapping mapping_;
  SegmentHeader opened_ = {};  // as it was
};

}  // namespace tdbg::format
