// Who read the bad values of eager ops, as their recorder saw it.
#pragma once

#include <vector>

#include "format/records.h"
#include "importers/native/definitions.h"
#include "importers/native/executions.h"
#include "store/run.h"

namespace tdbg::importers::native {

// Gathers readings while segments are read, and puts them into the run when its events have their
// places. What a thread read may be found before what another one made: such a reading waits. What
// was made may also be gone; then nobody knows what became of the value.
class Readings {
 public:
  Readings(store::Run& run, Definitions& definitions) : run_(run), definitions_(definitions) {}

  // False if the record makes no sense.
  bool Add(const format::RecordView& record);

  void Settle(const Executions& executions);

 private:
  struct Waiting {
    format::ReadingRecord record;
    format::Reading reading;
    int rounds = 0;  // in which it has waited
  };
  bool Apply(Waiting& waiting, const Executions& executions);
  store::EventId MadeBy(const format::ReadingRecord& record, const Executions& executions) const;

  store::Run& run_;
  Definitions& definitions_;
  std::vector<Waiting> waiting_;
};

}  // namespace tdbg::importers::native
