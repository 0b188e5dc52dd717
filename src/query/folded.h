// Ops that a runtime computed before the program ran, because all they read was constant: a
// constant stands in the graph under the name of what the user wrote.
#pragma once

#include "store/run.h"
#include "vocabulary/verdict.h"

namespace tdbg::query {

// The type of the op that the user wrote, where the event shows what it was folded to; else
// invalid.
StringId FoldedType(const store::Run& run, store::EventId event);

// What made a bad value that stands in the graph as a constant: the op that the user wrote, where
// that makes bad values of good ones rather than hand on those of a constant.
Source SourceOfConstant(const store::Run& run, store::EventId event);

}  // namespace tdbg::query
