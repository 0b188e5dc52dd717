// The run drawn by hand of query, for tests of what stands above the session.
#pragma once

#include "query/run_sketch.h"
#include "session/session.h"

namespace tdbg::session {

using query::RunSketch;

}  // namespace tdbg::session
