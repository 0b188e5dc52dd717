#include "session/op_lookup.h"

#include <algorithm>
#include <vector>

#include "base/near_names.h"
#include "query/tensor_name.h"
#include "session/fed_tensor.h"
#include "session/tensor_facts.h"

namespace tdbg::session {
namespace {

using store::ExecutionId;
using store::GraphId;
using store::OpId;

// Knows a placeholder that the runtime replaced by the name in the program, too.
std::vector<OpId> OpsCalled(const store::Run& run, const query::TensorName& name) {
  std::vector<OpId> found = query::OpsNamed(run, name);
  if (!found.empty()) return found;
  for (const OpId op : run.graphs.op_ids()) {
    const auto fed = FedTensorOf(run.strings[run.graphs.op(op).name]);
    if (fed && fed->op == name.op && query::NamesGraph(run, run.graphs.op(op).graph, name.graph)) {
      found.push_back(op);
    }
  }
  return found;
}

Status NoSuchOp(const store::Run& run, const query::TensorName& name) {
  std::vector<std::string_view> names;
  bool graph_known = false;
  for (const GraphId graph : run.graphs.graph_ids()) {
    if (!query::NamesGraph(run, graph, name.graph)) continue;
    graph_known = true;
    for (const OpId op : run.graphs.graph(graph).ops) {
      names.push_back(run.strings[run.graphs.op(op).name]);
    }
  }
  if (!graph_known && !name.graph.empty()) {
    for (const GraphId graph : run.graphs.graph_ids()) {
      names.push_back(run.strings[run.graphs.graph(graph).name]);
    }
    return NotFound("there is no graph '" + name.graph + "'" + DidYouMean(name.graph, names) +
                    " (`lg` lists them)");
  }
  const std::string where = name.graph.empty() ? "" : " in graph '" + name.graph + "'";
  return NotFound("there is no op '" + name.op + "'" + where + DidYouMean(name.op, names));
}

Status SeveralOps(RunView& run, const std::string& name, const std::vector<OpId>& ops) {
  constexpr size_t kShown = 5;
  const auto op_name = [&](OpId op) { return run.run().graphs.op(op).name; };
  const bool one_name = std::all_of(ops.begin(), ops.end(),
                                    [&](OpId op) { return op_name(op) == op_name(ops.front()); });
  std::string text = "'" + name + (one_name ? "' is in " : "' fits ") + std::to_string(ops.size()) +
                     (one_name ? " graphs: " : " ops: ");
  for (size_t i = 0; i < std::min(ops.size(), kShown); ++i) {
    std::string full = NameOfOp(run, ops[i]);
    if (full == name) {  // the graph has no name
      const store::GraphId graph = run.run().graphs.op(ops[i]).graph;
      full = std::string(run.run().strings[run.run().graphs.graph(graph).key]) + "::" + name;
    }
    text += (i > 0 ? ", " : "") + full;
  }
  if (ops.size() > kShown) text += ", …";
  return InvalidArgument(text);
}

// The op that is meant where several have the name: the only one in graph `near`, or the last of
// those that the user takes for one. Invalid if neither decides.
OpId Choose(const store::Run& run, const std::vector<OpId>& ops, GraphId near) {
  const auto graph = [&](OpId op) -> const store::Graph& {
    return run.graphs.graph(run.graphs.op(op).graph);
  };
  bool same_place = true;
  std::vector<OpId> in_near;
  for (const OpId op : ops) {
    if (run.graphs.op(op).graph == near) in_near.push_back(op);
    same_place = same_place && run.graphs.op(op).name == run.graphs.op(ops.front()).name &&
                 query::CountAsOne(graph(op), graph(ops.front()));
  }
  if (in_near.size() == 1) return in_near.front();
  return same_place ? ops.back() : OpId();
}

Status CheckSlot(RunView& view, OpId id, int32_t slot) {
  const store::Run& run = view.run();
  const store::Op& op = run.graphs.op(id);
  // tfdbg1 tells only of the outputs that somebody read or recorded.
  const bool exact = run.format != store::Format::kTfdbg1;
  if (slot < op.num_outputs || !op.type.valid() || (slot == 0 && !exact)) return Status::Ok();
  const std::string name(run.strings[op.name]);
  const int32_t known = std::max(op.num_outputs, exact ? 0 : 1);
  std::string have = known == 0   ? "has no outputs"
                     : known == 1 ? "has one output, " + name + ":0"
                                  : "has outputs :0 to :" + std::to_string(known - 1);
  return NotFound("there is no output " + name + ":" + std::to_string(slot) + ": " + name + " " +
                  have);
}

}  // namespace

Result<Subject> FindSubject(RunView& view, std::string_view text, GraphId near) {
  const store::Run& run = view.run();
  TDBG_ASSIGN_OR_RETURN(const query::TensorName name, query::ParseTensorName(text));
  Subject subject;
  const std::string_view behind_graph =
      text.substr(text.find("::") == text.npos ? 0 : text.rfind("::") + 2);
  if (behind_graph.find(':') != std::string_view::npos) subject.slot = name.slot;
  if (name.op.empty()) {
    const size_t count = run.executions.end_index();
    if (static_cast<size_t>(name.execution) < count &&
        !run.executions.Has(ExecutionId(static_cast<size_t>(name.execution)))) {
      return store::NotKept("execution @" + std::to_string(name.execution));
    }
    if (static_cast<size_t>(name.execution) >= count) {
      return NotFound(
          "there is no execution @" + std::to_string(name.execution) +
          (count == 0 ? ": none was recorded" : "; they are @0 to @" + std::to_string(count - 1)));
    }
    subject.execution = ExecutionId(static_cast<size_t>(name.execution));
    return subject;
  }
  const std::vector<OpId> ops = OpsCalled(run, name);
  if (ops.empty()) return NoSuchOp(run, name);
  subject.op = ops.size() == 1 ? ops.front() : Choose(run, ops, near);
  if (!subject.op.valid()) return SeveralOps(view, name.op, ops);
  if (subject.slot) TDBG_RETURN_IF_ERROR(CheckSlot(view, subject.op, *subject.slot));
  return subject;
}

Subject SubjectOf(const store::Run& run, store::EventId event) {
  Subject subject;
  subject.op = run.events.op[event];
  if (!subject.op.valid()) subject.execution = run.events.execution[event];
  if (run.events.slot[event] >= 0) subject.slot = run.events.slot[event];
  return subject;
}

std::string NameOfOp(RunView& view, OpId id) {
  const store::Op& op = view.run().graphs.op(id);
  return GraphPrefix(view, op.graph) + std::string(view.run().strings[op.name]);
}

std::string NameOfSubject(RunView& run, const Subject& subject) {
  return subject.op.valid() ? NameOfOp(run, subject.op)
                            : "@" + std::to_string(subject.execution.index());
}

std::string_view DeviceOf(RunView& view, OpId id) {
  const store::Run& run = view.run();
  const store::Op& op = run.graphs.op(id);
  if (op.device.valid()) return run.DeviceName(op.device);
  const store::Graph& graph = run.graphs.graph(op.graph);
  if (graph.device.valid()) return run.DeviceName(graph.device);
  const auto events = view.index().OfOp(id);
  return events.empty() ? std::string_view() : run.DeviceName(run.events.device[events.front()]);
}

}  // namespace tdbg::session
