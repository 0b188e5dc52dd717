// The tensor that a command means: the one it names, or the one under the cursor.
#pragma once

#include <string_view>

#include "base/status.h"
#include "session/tensor_lookup.h"
#include "view/position.h"

namespace tdbg::view {

// The cursor's event. Before the first move that is where the first bad value was born, else the
// first event.
Result<store::EventId> CurrentEvent(Position& position);

// Of the op whose tensor the cursor stands on; invalid where that is an eager op's, or nothing.
store::GraphId CurrentGraph(Position& position);

// "" and "." are the current tensor, a slice may follow the dot; everything else is a name, and
// where several graphs have it, the cursor's is meant.
Result<session::FoundTensor> NamedTensor(Position& position, std::string_view text);

// Chooses the value that the tensor had last when the cursor's event was recorded. A mistake where
// it had none yet.
Status ChooseAtCursor(Position& position, session::FoundTensor& found);

// The same for a program that is held: its kernels run side by side, so that another value of the
// cursor's execution may have been recorded a moment later.
void ChooseInExecution(Position& position, session::FoundTensor& found);

}  // namespace tdbg::view
