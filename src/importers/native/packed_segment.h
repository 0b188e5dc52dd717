// Finished segments, packed: what tdbg pack makes and every reader reads.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "importers/native/segment_set.h"

namespace tdbg::importers::native {

// The bytes of the segment as they were, up to the last committed record. The error names no file.
Result<std::shared_ptr<const SegmentBytes>> UnpackSegment(const std::string& path);

// The same of the file's contents.
Result<std::shared_ptr<const SegmentBytes>> UnpackBytes(std::string_view packed);

// Whether the file, which has that many bytes, has its beginning and its end, so far as that can be
// told without unpacking it.
Status CheckPackedFile(int fd, uint64_t size_bytes);

// The contents of a packed file for a segment with its header. What is damaged cannot be packed
// without losing the place of the damage, and is refused, as is what nobody would unpack again.
Result<std::vector<std::byte>> PackSegment(std::span<const std::byte> segment);

}  // namespace tdbg::importers::native
