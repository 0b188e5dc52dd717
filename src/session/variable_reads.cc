#include "session/variable_reads.h"

#include "query/op_role.h"
#include "session/tensor_facts.h"

namespace tdbg::session {

std::vector<std::string> VariableReads(RunView& view, store::EventId handle) {
  const store::Run& run = view.run();
  std::vector<std::string> names;
  const store::OpId handle_op = run.events.op[handle];
  if (!handle_op.valid()) return names;
  const store::Op& variable = run.graphs.op(handle_op);
  for (const store::OpId id : run.graphs.graph(variable.graph).ops) {
    const store::Op& op = run.graphs.op(id);
    if (op.inputs.empty() || op.inputs.front().op != variable.name ||
        query::RoleOf(run.strings[op.type]) != query::OpRole::kReadVariable) {
      continue;
    }
    for (const store::EventId event : view.index().OfOp(id)) {
      if (run.events.execution[event] != run.events.execution[handle]) continue;
      names.push_back(FactsOf(view, event).name);
      break;
    }
  }
  return names;
}

}  // namespace tdbg::session
