// The common face of all exporters: rows of a store in, bytes out.
#pragma once

#include <cstdint>
#include <span>

#include "base/status.h"
#include "store/run.h"

namespace tdbg::exporters {

// How a bad value was judged.
struct JudgedEvent {
  store::EventId event;
  Judgement judgement;
};

// Writes one run, which may still be growing, into a directory of its own. Errors are those of the
// file system; after one, the exporter is of no more use.
class Exporter {
 public:
  virtual ~Exporter() = default;

  // Appends what is new and complete. The same run at each call.
  virtual Status Update(const store::Run& run) = 0;

  // The last call: writes what was still waiting for more, too. `verdicts` are for formats that
  // keep them.
  virtual Status Finish(const store::Run& run, std::span<const JudgedEvent> verdicts) = 0;

  // How many whole values were written as statistics only.
  virtual int64_t summarised_values() const = 0;
};

}  // namespace tdbg::exporters
