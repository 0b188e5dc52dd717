#include "session/recorded_names.h"

#include <set>

#include "session/tensor_facts.h"

namespace tdbg::session {
namespace {

using store::EventId;
using store::OpId;

std::vector<std::string> Listed(const std::set<std::string>& names) {
  return {names.begin(), names.end()};
}

// Calls offer(text before the slot) for each way to name the op that begins with `prefix`, or that
// `prefix` begins with: what follows the op's name is up to the caller.
template <typename Offer>
void ForEachSpelling(RunView& view, std::string_view prefix, Offer offer) {
  const store::Run& run = view.run();
  const auto fits = [&](std::string_view name) {
    return name.starts_with(prefix) || prefix.starts_with(name);
  };
  for (const store::GraphId graph : run.graphs.graph_ids()) {
    const std::string with_graph = GraphPrefix(view, graph);
    for (const OpId id : run.graphs.graph(graph).ops) {
      const std::string_view name = run.strings[run.graphs.op(id).name];
      if (fits(name)) offer(id, std::string(name));
      if (!with_graph.empty() && fits(with_graph + std::string(name))) {
        offer(id, with_graph + std::string(name));
      }
    }
  }
}

}  // namespace

std::vector<std::string> TensorNames(RunView& view, std::string_view prefix) {
  std::set<std::string> names;
  ForEachSpelling(view, prefix, [&](OpId op, const std::string& name) {
    int32_t last = -1;
    for (const EventId event : view.index().OfOp(op)) {
      const int32_t slot = view.run().events.slot[event];
      if (slot == last) continue;  // they come output by output
      last = slot;
      names.insert(name + ":" + std::to_string(slot));
    }
  });
  return Listed(names);
}

std::vector<std::string> NodeNames(RunView& view, std::string_view prefix) {
  std::set<std::string> names;
  ForEachSpelling(view, prefix, [&](OpId, const std::string& name) { names.insert(name); });
  return Listed(names);
}

std::vector<std::string> OpTypes(const RunView& view) {
  const store::Run& run = view.run();
  std::set<std::string> types;
  for (const OpId op : run.graphs.op_ids()) types.emplace(run.strings[run.graphs.op(op).type]);
  for (const store::ExecutionId id : run.executions.ids()) {
    types.emplace(run.strings[run.executions[id].op_type]);
  }
  types.erase("");
  return Listed(types);
}

std::vector<std::string> GraphNames(const RunView& view) {
  const store::Run& run = view.run();
  std::set<std::string> names;
  for (const store::GraphId graph : run.graphs.graph_ids()) {
    names.emplace(run.strings[run.graphs.graph(graph).name]);
  }
  names.erase("");
  return Listed(names);
}

std::vector<std::string> SourceNames(const RunView& view) {
  const store::Run& run = view.run();
  std::set<std::string> names;
  for (size_t i = 0; i < run.sources.size(); ++i) {
    const std::string_view path = run.strings[run.sources[store::SourceFileId(i)].path];
    names.emplace(path.substr(path.rfind('/') + 1));
  }
  names.erase("");
  return Listed(names);
}

std::vector<std::string> FeedNames(const RunView& view) {
  const store::Run& run = view.run();
  std::set<std::string> names;
  for (const store::ExecutionId id : run.executions.ids()) {
    for (const StringId feed : run.executions[id].feeds) {
      names.emplace(run.strings[feed]);
    }
  }
  return Listed(names);
}

}  // namespace tdbg::session
