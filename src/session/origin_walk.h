// From a bad tensor back to where the bad value was born.
#pragma once

#include <string>
#include <vector>

#include "base/status.h"
#include "query/alerts.h"
#include "session/session.h"

namespace tdbg::session {

// The tensor asked about, then what it inherited from, step by step; the last had only clean
// inputs. The mistake: the tensor is not bad.
Result<std::vector<query::Alert>> WalkToOrigin(RunView& run, store::EventId event);

// A data input of the op that made an event, and the event of it that was read.
struct InputRead {
  std::string name;      // "softmax:0", with its graph where that is another
  store::EventId event;  // invalid where nothing was recorded
};
std::vector<InputRead> InputsRead(RunView& run, store::EventId event);

// What is said of an event that holds NaN or an infinity; nullptr for a clean one.
const query::Alert* AlertOf(RunView& run, store::EventId event);

}  // namespace tdbg::session
