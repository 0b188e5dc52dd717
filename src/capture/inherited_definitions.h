// What a forked process knows from its parent, put into its own trace.
#pragma once

#include <cstdint>
#include <string>

#include "capture/segment_stream.h"

namespace tdbg::capture {

// The meta segments of the parent, as they were at the fork.
struct MetaSegments {
  std::string directory;
  uint32_t last_sequence = 0;
  uint64_t last_used_bytes = 0;  // of the last one
};

// Copies strings, shapes, stacks, sources, graphs and ops. Reads the parent's files, in `table`;
// its pages are not touched. False if something could not be read or written.
bool CopyDefinitions(const MetaSegments& from, SegmentStream& to, OwnTable& table);

}  // namespace tdbg::capture
