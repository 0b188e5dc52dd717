#include "query/folded.h"

#include "query/op_role.h"

namespace tdbg::query {

StringId FoldedType(const store::Run& run, store::EventId event) {
  const store::OpId op = run.events.op[event];
  if (!op.valid()) return {};
  const store::Op& known = run.graphs.op(op);
  if (RoleOf(run, known) != OpRole::kConstant) {
    // An op that never ran, though its value was read; its type is the written one.
    const bool is_constant = run.events.judgement[event].source == Source::kConstant;
    return is_constant && known.inputs.empty() ? known.type : StringId();
  }
  const auto written = run.written.find(op);
  return written == run.written.end() ? StringId() : written->second.type;
}

Source SourceOfConstant(const store::Run& run, store::EventId event) {
  const StringId type = FoldedType(run, event);
  const bool made =
      type.valid() && frameworks::MakesBadOfGood(frameworks::CalculationOf(run.strings[type]));
  return made ? Source::kOp : Source::kConstant;
}

}  // namespace tdbg::query
