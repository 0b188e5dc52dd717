#include "store/graph.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/check.h"

namespace tdbg::store {

GraphId GraphTable::FindOrAddGraph(StringId key) {
  auto [it, added] = graph_by_key_.try_emplace(key);
  if (added) {
    Graph graph;
    graph.key = key;
    it->second = graphs_.Append(std::move(graph));
    heights_.Append(0);
  }
  return it->second;
}

OpId GraphTable::FindOrAddOp(GraphId graph, StringId name) {
  auto [it, added] = op_by_name_.try_emplace(Key(graph, name));
  if (added) {
    Op op;
    op.name = name;
    op.graph = graph;
    op.place = static_cast<uint32_t>(graphs_[graph].ops.size());
    it->second = ops_.Append(std::move(op));
    graphs_[graph].ops.push_back(it->second);
    if (graphs_[graph].linked) ++version_;
  }
  return it->second;
}

void GraphTable::Rename(GraphId graph, StringId key) {
  const auto [it, added] = graph_by_key_.try_emplace(key, graph);
  TDBG_CHECK(added);
  graph_by_key_.erase(graphs_[graph].key);
  graphs_[graph].key = key;
}

void GraphTable::PutFirst(GraphId graph, const std::vector<OpId>& ops) {
  std::vector<OpId>& all = graphs_[graph].ops;
  if (ops.size() <= all.size() && std::equal(ops.begin(), ops.end(), all.begin())) return;
  std::unordered_set<OpId> listed;
  std::vector<OpId> in_order;
  for (const std::vector<OpId>* list : {&ops, &std::as_const(all)}) {
    for (const OpId op : *list) {
      if (listed.insert(op).second) in_order.push_back(op);
    }
  }
  all = std::move(in_order);
  for (size_t i = 0; i < all.size(); ++i) ops_[all[i]].place = static_cast<uint32_t>(i);
}

void GraphTable::Withdraw(OpId id) {
  const GraphId graph = ops_[id].graph;
  op_by_name_.erase(Key(graph, ops_[id].name));
  std::vector<OpId>& all = graphs_[graph].ops;
  const auto next = all.erase(all.begin() + ops_[id].place);
  for (auto it = next; it != all.end(); ++it) --ops_[*it].place;
  ops_[id] = Op();
  ops_[id].graph = graph;
  Changed(graph);
}

GraphId GraphTable::FindGraph(StringId key) const {
  auto it = graph_by_key_.find(key);
  return it == graph_by_key_.end() ? GraphId() : it->second;
}

OpId GraphTable::FindOp(GraphId graph, StringId name) const {
  auto it = op_by_name_.find(Key(graph, name));
  return it == op_by_name_.end() ? OpId() : it->second;
}

bool GraphTable::SetOuter(GraphId graph, GraphId outer) {
  if (graphs_[graph].outer.valid()) return graphs_[graph].outer == outer;
  int depth = heights_[graph];
  for (GraphId up = outer; up.valid(); up = graphs_[up].outer) {
    if (up == graph || ++depth >= kDeepestNesting) return false;
  }
  graphs_[graph].outer = outer;
  graphs_[outer].inner.push_back(graph);
  int height = heights_[graph];
  for (GraphId up = outer; up.valid() && heights_[up] <= height; up = graphs_[up].outer) {
    heights_[up] = ++height;
  }
  return true;
}

bool GraphTable::IsWithin(GraphId graph, GraphId ancestor) const {
  for (; graph.valid(); graph = graphs_[graph].outer) {
    if (graph == ancestor) return true;
  }
  return false;
}

}  // namespace tdbg::store
