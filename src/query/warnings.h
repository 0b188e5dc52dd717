// All warnings of a run: what its recorded statistics say of trouble that is not NaN yet.
#pragma once

#include <cstddef>
#include <vector>

#include "query/graph_links.h"
#include "query/tensor_series.h"
#include "query/training_graph.h"
#include "query/warning.h"

namespace tdbg::query {

// For a run that may grow: call Extend() after the series were extended.
class WarningList {
 public:
  WarningList(const store::Run& run, const EventIndex& index, GraphLinks& links,
              const TensorSeries& series);

  // Costs a look at every moment of the series, and reads no recording.
  void Extend();

  // By the time at which each began. Warnings of one kind at one place of the program are one,
  // which counts the others.
  const std::vector<Warning>& warnings() const { return warnings_; }

 private:
  const store::Run& run_;
  const EventIndex& index_;
  GraphLinks& links_;
  TrainingGraphs training_;
  const TensorSeries& series_;
  std::vector<Warning> warnings_;
  size_t series_seen_ = 0;
};

}  // namespace tdbg::query
