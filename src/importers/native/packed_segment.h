// Finished segments, packed: what tdbg pack makes and every reader reads.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "base/status.h"
#include "importers/native/segment_set.h"

namespace tdbg::importers::native {

// The bytes of the segment as they were, up to the last committed record. The error names no file.
Result<std::shared_ptr<const SegmentBytes>> UnpackSegment(const std::string& path);

}  // namespace tdbg::importers::native
