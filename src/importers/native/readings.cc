#include "importers/native/readings.h"

#include "importers/native/record_cast.h"

namespace tdbg::importers::native {

using format::Reading;
using store::EventId;
using store::ExecutionId;

bool Readings::Add(const format::RecordView& record) {
  const auto* fixed = CastRecord<format::ReadingRecord>(record.bytes);
  if (fixed == nullptr || record.aux > static_cast<uint8_t>(Reading::kLeaves)) return false;
  waiting_.push_back({*fixed, static_cast<Reading>(record.aux)});
  return true;
}

void Readings::Settle(const Executions& executions) {
  std::erase_if(waiting_, [&](Waiting& one) { return Apply(one, executions); });
}

bool Readings::Apply(Waiting& waiting, const Executions& executions) {
  constexpr int kMostRounds = 3;
  const bool last_round = ++waiting.rounds == kMostRounds;
  const EventId value =
      EagerEvent(run_, executions.Find(waiting.record.made_by), waiting.record.made_slot);
  if (!value.valid()) return last_round;
  EventId made;
  if (waiting.reading == Reading::kBad) {
    made = MadeBy(waiting.record, executions);
    if (!made.valid() && !last_round) return false;
    if (!made.valid()) waiting.reading = Reading::kLeaves;
  }
  store::Readers& readers = run_.readers[value];
  switch (waiting.reading) {
    case Reading::kAwaited:
      readers.awaited = true;
      break;
    case Reading::kClean:
      readers.clean = true;
      break;
    case Reading::kBad:
      readers.bad.push_back(made);
      run_.read_eager[made].push_back(value);
      break;
    case Reading::kLeaves:
      readers.leaves = true;
      break;
  }
  run_.changes.Note(value);
  return true;
}

// The bad tensor that the reader made.
EventId Readings::MadeBy(const format::ReadingRecord& record, const Executions& executions) const {
  const ExecutionId execution = executions.Find(record.execution);
  if (executions.IsEager(execution)) return EagerEvent(run_, execution, record.slot);
  const NumberedOp* const op = definitions_.Op(record.op);
  const EventId first = executions.FirstEvent(execution);
  if (op == nullptr || !op->id.valid() || !first.valid()) return EventId();
  constexpr uint32_t kMostEvents = 1 << 20;  // damaged data must not make anybody look for ever
  for (const EventId event : run_.events.ids(first.index())) {
    if (event.index() - first.index() == kMostEvents) break;
    if (run_.events.time_ns[event] == record.time_ns && run_.events.op[event] == op->id &&
        run_.events.slot[event] == record.slot) {
      return event;
    }
  }
  return EventId();
}

}  // namespace tdbg::importers::native
