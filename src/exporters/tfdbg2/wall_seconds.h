// Moments of a run as tfdbg2 writes them.
#pragma once

#include "base/wall_time.h"
#include "store/run.h"

namespace tdbg::exporters::tfdbg2 {

// Every tfdbg2 record has a time; what has none of its own gets that of the run's start.
inline double WallSeconds(const store::Run& run, int64_t time_ns) {
  if (time_ns == kNoTime) time_ns = run.start_ns;
  return time_ns == kNoTime ? 0 : SecondsFromNs(time_ns);
}

}  // namespace tdbg::exporters::tfdbg2
