// Tensor events as a table, for every command that lists some.
#pragma once

#include <vector>

#include "view/document.h"
#include "view/position.h"

namespace tdbg::view {

// Columns that would say nothing in this run (steps, graphs, kinds of record) are for programs
// only. Marks the row of the cursor, if it is there.
Table TensorTable(Position& position, std::vector<store::EventId> events);

}  // namespace tdbg::view
