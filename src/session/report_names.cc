#include "session/report_names.h"

#include <set>
#include <string>

#include "session/fed_tensor.h"
#include "session/tensor_facts.h"
#include "session/tensors_read.h"

namespace tdbg::session {
namespace {

// Whether "p", "p:0", "…/p" or "…/p:0" is typed for what is called "p" or "p:0".
bool Means(const query::TensorName& typed, const std::string& called) {
  const auto name = query::ParseTensorName(called);
  if (!name.ok() || name->execution != typed.execution) return false;
  if (typed.slot_given && typed.slot != name->slot) return false;
  return query::IsCalled(name->op, typed.op);
}

}  // namespace

std::optional<FoundTensor> FindInReport(RunView& view, store::EventId event,
                                        std::string_view text) {
  const auto typed = query::ParseTensorName(text);
  if (!typed.ok() || typed->occurrence || !typed->graph.empty() || !typed->device.empty()) {
    return std::nullopt;
  }
  std::set<store::EventId> meant;
  for (const ReadTensor& read : TensorsRead(view, event)) {
    const std::optional<FedTensor> fed = FedTensorOf(read.name);
    if (read.event.valid() && Means(*typed, fed ? fed->Name() : read.name))
      meant.insert(read.event);
  }
  // An eager op is called by its type.
  const store::Run& run = view.run();
  const store::ExecutionId execution = run.events.execution[event];
  if (!run.events.op[event].valid() && execution.valid() &&
      run.strings[run.executions[execution].op_type] == typed->op &&
      (!typed->slot_given || typed->slot == run.events.slot[event])) {
    meant.insert(event);
  }
  if (meant.size() != 1) return std::nullopt;
  auto found = FindTensor(view, FactsOf(view, *meant.begin()).name);
  if (!found.ok()) return std::nullopt;
  found->slice = typed->slice;
  return *std::move(found);
}

}  // namespace tdbg::session
