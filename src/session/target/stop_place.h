// From where a process says that a thread is held to what the recording knows of that place.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "query/alerts.h"
#include "session/op_lookup.h"
#include "session/session.h"
#include "session/target/target_state.h"

namespace tdbg::session {

// Number of the run with this id.
std::optional<size_t> RunNumber(Session& session, std::string_view id);

// The event of this moment and output; invalid where none was recorded.
store::EventId EventAt(const store::Run& run, int64_t time_ns, int64_t slot);

// The op that failed at this moment; invalid where none was recorded.
store::EventId FailureAt(const store::Run& run, int64_t time_ns);

// The execution that its process calls by this number; invalid where none was recorded.
store::ExecutionId ExecutionNumbered(const store::Run& run, int64_t number);

// The alert on the event.
std::optional<query::Alert> AlertOn(RunView& run, store::EventId event);

// The births of an execution, in order of time; the first is the one that explains the others: an
// op of the user's, where there is one, before the gradients that stumbled over its values. While
// the execution runs, those whose values may yet be thrown away are no births, unless they explain
// a gradient's that is not.
enum class Moment : uint8_t { kRunning, kEnded };
std::vector<query::Alert> BirthsOf(RunView& run, store::ExecutionId execution, Moment moment);

// Of a birth of an eager op: those of eager ops before it in the same step that were read, and of
// which nothing shows yet that they do no harm.
std::vector<query::Alert> EagerBirthsBefore(RunView& run, const query::Alert& alert);

// Whether a gradient bore this while the op that it differentiates has yet to run in the same
// execution. Kernels run in any order, and that op explains more.
bool IsForwardToCome(RunView& run, const query::Alert& alert);

// What is known of the place of a stop: the op of its event, or else its execution.
std::optional<Subject> SubjectOf(const store::Run& run, const Stop& stop);

// Says in `stop` what that is and where.
void DescribePlace(RunView& run, Stop& stop);

}  // namespace tdbg::session
