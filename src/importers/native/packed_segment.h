// Finished segments, packed: what tdbg pack makes and every reader reads.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "importers/native/segment_set.h"

namespace tdbg::importers::native {

// The bytes of the segment as they were, up to the last committed record. The error names no file.
Result<std::shared_ptr<const SegmentBytes>> UnpackSegment(const std::string& path);

// The contents of a packed file for a segment with its header. What is damaged cannot be packed
// without losing the place of the damage, and is refused.
Result<std::vector<std::byte>> PackSegment(std::span<const std::byte> segment);

}  // namespace tdbg::importers::native
