// Packs the segments of runs that are over.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/status.h"

namespace tdbg::importers::native {

struct PackedRun {
  std::string name;   // of its directory
  std::string alive;  // why it was left alone; "" if it was not
  int64_t segments = 0;
  int64_t events = 0;
  uint64_t bytes_before = 0;  // of all its segments, those packed before included
  uint64_t bytes_after = 0;
  uint64_t event_bytes_before = 0;  // of the records in the segments of events packed now
  uint64_t event_bytes_after = 0;
  std::vector<std::string> left;  // one line for each segment that could not be packed
};

// `path` is a trace, or one run of it. A run that may still be written is left alone. Whenever this
// is interrupted, every record is in one file or the other, and a second call goes on.
Result<std::vector<PackedRun>> PackTrace(const std::string& path);

}  // namespace tdbg::importers::native
