// A segment's file, made and mapped for its writer.
#pragma once

#include <cstddef>
#include <string>

#include "base/own_descriptor.h"
#include "base/status.h"
#include "format/segment_header.h"

namespace tdbg::format {

// Move-only owner of the mapping. Making one is slow (the disk is asked for every byte, so that a
// full disk is an error here and not a SIGBUS in the program), so capture makes spare ones ahead.
class SegmentFile {
 public:
  // Makes the file, with room for `capacity_granules` and with its header. `path` must not exist.
  static Result<SegmentFile> Create(const std::string& path, const SegmentIdentity& identity,
                                    uint64_t capacity_granules);

  SegmentFile() = default;  // no file
  SegmentFile(SegmentFile&& other) noexcept;
  SegmentFile& operator=(SegmentFile&& other) noexcept;
  ~SegmentFile();

  bool valid() const { return bytes_ != nullptr; }
  std::byte* bytes() const { return bytes_; }  // header included
  uint64_t capacity_granules() const { return capacity_granules_; }
  FileIdentity identity() const { return identity_; }

  // Gives the mapping up without unmapping it: after a fork, or where threads may still write.
  void Abandon() { bytes_ = nullptr; }

 private:
  std::byte* bytes_ = nullptr;
  uint64_t capacity_granules_ = 0;
  FileIdentity identity_;
};

}  // namespace tdbg::format
