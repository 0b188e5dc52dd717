#include "importers/native/operand_case.h"

namespace tdbg::importers::native {

using frameworks::OpRole;

OperandFate FateOf(const OperandCase& operand) {
  using Event = OperandFate::Event;
  if (operand.recorded) {
    return {.event = operand.tells_more ? Event::kRewritten : Event::kRecorded};
  }
  if (!operand.readable) return {.event = Event::kNone};

  OperandFate fate = {.event = Event::kAdded};
  // An op of a graph that never ran, though its value was read: the runtime folded it into a
  // constant beforehand. Anything else was handed on by something that the graph does not show.
  const bool folded = operand.maker_known && operand.maker == OpRole::kCompute;
  if (folded) {
    if (operand.bad && !operand.maker_reads) {
      fate.judgement = {Verdict::kOrigin, Source::kConstant};
    }
    return fate;
  }
  // What came from outside may be read through aliases, again and again.
  if (operand.outside_seen_before && operand.maker == OpRole::kPassThrough) {
    fate.judgement.verdict = Verdict::kInherited;
  }
  fate.only_read = !operand.maker_reads || (operand.bad && operand.reader_saw_outside);
  return fate;
}

}  // namespace tdbg::importers::native
