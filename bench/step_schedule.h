// The order in which one step evaluates the ops of a training graph: calls entered, loops unrolled.
#pragma once

#include <vector>

#include "bench/training_graph.h"

namespace tdbg::bench {

// Reads graphs, ops and tensors of `graph`; `graph.step` is ignored.
std::vector<Evaluation> ScheduleStep(const TrainingGraph& graph);

}  // namespace tdbg::bench
