// The common face of all importers: bytes in, rows of a store out.
#pragma once

#include <cstdint>
#include <functional>

#include "base/status.h"

namespace tdbg::importers {

// Called now and then during an update with bytes read so far and bytes there are.
using Progress = std::function<void(uint64_t done, uint64_t total)>;

// Reads one directory of one format into the Trace it was made for, which must outlive it.
class Importer {
 public:
  virtual ~Importer() = default;

  // Reads what was not there at the last call; the first call reads everything. Damage is salvaged
  // and goes to the trace's losses; an error means that nothing could be read.
  virtual Status Update(const Progress& progress) = 0;

  // Forgets rows whose recording was deleted while it was followed, not at once, but before they
  // are more than what is kept. Their ids stay theirs.
  virtual void ForgetDeleted() {}
};

}  // namespace tdbg::importers
