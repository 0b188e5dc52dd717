// The names that a report on an event shows, back to the tensors they mean: "p" is what the op read
// as p, wherever that was made; "…/sub_1" is cut at its front.
#pragma once

#include <optional>
#include <string_view>

#include "session/session.h"
#include "session/tensor_lookup.h"

namespace tdbg::session {

// What the op behind the event read, or made, under that name; nullopt where the name is none of
// those, or fits several.
std::optional<FoundTensor> FindInReport(RunView& run, store::EventId event, std::string_view text);

}  // namespace tdbg::session
