// What a recording knows of an op at work: the tensors that it read and made, for query/cause.h.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "query/op_case.h"
#include "session/session.h"
#include "session/tensors_read.h"

namespace tdbg::session {

// Reads the recorded value; knows nothing where the event is invalid.
query::KnownTensor Known(const store::Run& run, store::EventId event);

// The op behind the event, at work on the element asked about. `reads` are what it read.
query::OpCase CaseOf(RunView& run, store::EventId event, std::optional<int64_t> element,
                     const std::vector<ReadTensor>& reads);

}  // namespace tdbg::session
