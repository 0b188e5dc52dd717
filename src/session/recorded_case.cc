#include "session/recorded_case.h"

namespace tdbg::session {

using query::KnownTensor;
using query::OpCase;
using store::EventId;

KnownTensor Known(const store::Run& run, EventId event) {
  KnownTensor known;
  if (!event.valid()) return known;
  if (auto digest = run.values->ReadDigest(event); digest.ok()) known.digest = *std::move(digest);
  if (auto value = run.values->ReadValue(event); value.ok()) known.value = *std::move(value);
  return known;
}

OpCase CaseOf(RunView& view, EventId event, std::optional<int64_t> element,
              const std::vector<ReadTensor>& reads) {
  const store::Run& run = view.run();
  OpCase op;
  const store::OpId id = run.events.op[event];
  op.op_type = run.strings[id.valid() ? run.graphs.op(id).type
                                      : run.executions[run.events.execution[event]].op_type];
  for (const ReadTensor& read : reads) op.inputs.push_back(Known(run, read.event));
  op.output = Known(run, event);
  op.element = element;
  return op;
}

}  // namespace tdbg::session
