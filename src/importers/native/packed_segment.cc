#include "importers/native/packed_segment.h"

namespace tdbg::importers::native {

Result<std::shared_ptr<const SegmentBytes>> UnpackSegment(const std::string&) {
  return Unsupported("packed segments");
}

}  // namespace tdbg::importers::native
