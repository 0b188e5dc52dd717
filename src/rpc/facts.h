// From what session knows of a thing to the message that says it.
#pragma once

#include <optional>
#include <vector>

#include "base/status.h"
#include "rpc/messages.h"
#include "session/session.h"
#include "session/stack_facts.h"

namespace tdbg::rpc {

// The run with this number in the protocol, as its place among the session's runs.
Result<size_t> RunOf(session::Session& session, int64_t run);

// The event, op, … with this number; kNotFound, with how many there are, where there is none.
Result<store::EventId> EventOf(const session::RunView& run, int64_t event);
Result<store::OpId> OpOf(const session::RunView& run, int64_t op);
Result<store::ExecutionId> ExecutionOf(const session::RunView& run, int64_t execution);
Result<store::GraphId> GraphOf(const session::RunView& run, int64_t graph);
Result<store::SourceFileId> FileOf(const session::RunView& run, int64_t file);

// InvalidArgument unless both are at least 0 and count is at most `most`.
Status CheckPage(int64_t begin, int64_t count, int64_t most);

// The graver of both; null is clean.
std::optional<Verdict> Graver(std::optional<Verdict> a, std::optional<Verdict> b);

Health HealthOf(const store::Digest& digest);
// The health of what was recorded of the event; empty where that cannot be read.
Health HealthOf(const session::RunView& run, store::EventId event);

TensorRow RowOf(session::RunView& run, store::EventId event);

// Whether the tensor itself was recorded.
bool HasValue(const session::RunView& run, store::EventId event);

std::optional<Place> PlaceOf(const std::optional<query::SourceLine>& line);
std::vector<Frame> FramesOf(const std::vector<session::FrameFacts>& frames);
std::vector<Frame> FramesOf(const session::RunView& run, store::StackId stack);

// The worst of what an op made: its first bad event, else its last; invalid where it has none.
store::EventId TellingEvent(session::RunView& run, store::OpId op);

}  // namespace tdbg::rpc
