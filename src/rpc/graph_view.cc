#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "rpc/facts.h"
#include "rpc/graph_node.h"
#include "rpc/handlers.h"
#include "session/op_lookup.h"
#include "session/tensor_facts.h"

namespace tdbg::rpc {
namespace {

using store::GraphId;
using store::InputRef;
using store::OpId;

// Calls each("a"), each("a/b") for "a/b/c", until it says that it is enough.
template <typename Each>
void EachScope(std::string_view name, Each each) {
  for (size_t slash = name.find('/'); slash != name.npos; slash = name.find('/', slash + 1)) {
    if (slash > 0 && !each(name.substr(0, slash))) return;
  }
}

class GraphPicture {
 public:
  GraphPicture(session::RunView& run, GraphId graph, const std::vector<std::string>& open,
               int64_t most)
      : run_(run), tables_(run.run()), graph_(graph), open_(open.begin(), open.end()), most_(most) {
    for (const OpId op : Ops()) {
      EachScope(NameOf(op), [&](std::string_view scope) { return ++sizes_[scope] > 0; });
    }
  }

  GraphPart Part() && {
    for (const OpId op : Ops()) Show(op);
    for (const OpId op : Ops()) {
      for (const InputRef& input : tables_.graphs.op(op).inputs) Link(op, input);
    }
    for (const auto& [key, count] : edges_) {
      const auto& [from, to, control] = key;
      if (!control) {
        part_.nodes[from].readers += count;
        part_.nodes[to].inputs += count;
      }
      part_.edges.push_back({part_.nodes[from].id, part_.nodes[to].id, 0, control, count});
    }
    return std::move(part_);
  }

 private:
  static constexpr size_t kLeftOut = SIZE_MAX;

  const std::vector<OpId>& Ops() const { return tables_.graphs.graph(graph_).ops; }
  std::string_view NameOf(OpId op) const { return tables_.strings[tables_.graphs.op(op).name]; }

  void Show(OpId op) {
    std::optional<std::string> parent;
    std::string_view closed;
    EachScope(NameOf(op), [&](std::string_view scope) {
      if (sizes_[scope] == 1) return false;
      if (!open_.contains(scope)) {
        closed = scope;
        return false;
      }
      if (ScopeNode(scope, true, parent) == kLeftOut) return false;
      Count(scope, op);
      parent = IdOfScope(scope);
      return true;
    });
    if (closed.empty()) {
      places_[op] = Add(
          IdOfOp(op), [&] { return NodeOfOp(run_, op); }, parent);
      return;
    }
    const size_t at = ScopeNode(closed, false, parent);
    places_[op] = at;
    if (at != kLeftOut) Count(closed, op);
  }

  static std::string IdOfScope(std::string_view scope) { return "scope:" + std::string(scope); }

  size_t ScopeNode(std::string_view scope, bool open, const std::optional<std::string>& parent) {
    return Add(
        IdOfScope(scope),
        [&] {
          Node node;
          node.id = IdOfScope(scope);
          node.kind = NodeKind::kScope;
          node.label = scope.substr(scope.rfind('/') == scope.npos ? 0 : scope.rfind('/') + 1);
          node.name = session::GraphPrefix(run_, graph_) + std::string(scope);
          node.graph = tables_.strings[tables_.graphs.graph(graph_).name];
          node.open = open;
          return node;
        },
        parent);
  }

  void Count(std::string_view scope, OpId op) {
    Node& node = part_.nodes[shown_.find(IdOfScope(scope))->second];
    const std::string_view device = session::DeviceOf(run_, op);
    if (node.device.empty()) node.device = device;
    ++node.ops;
    node.worst = Graver(node.worst, run_.WorstOf(op));
  }

  template <typename Make>
  size_t Add(const std::string& id, Make make, const std::optional<std::string>& parent) {
    const bool full = static_cast<int64_t>(part_.nodes.size()) >= most_;
    const auto [it, added] = shown_.try_emplace(id, full ? kLeftOut : part_.nodes.size());
    if (!added) return it->second;
    if (full) {
      ++part_.left_out;
      return kLeftOut;
    }
    part_.nodes.push_back(make());
    part_.nodes.back().parent = parent;
    return it->second;
  }

  // A producer that is not recorded is a function call.
  size_t PlaceOf(StringId name) {
    const OpId op = tables_.graphs.FindOp(graph_, name);
    if (op.valid()) return places_[op];
    const std::string_view text = tables_.strings[name];
    std::optional<std::string> parent;
    size_t closed = kLeftOut;
    EachScope(text, [&](std::string_view scope) {
      const auto it = shown_.find(IdOfScope(scope));
      if (it == shown_.end() || it->second == kLeftOut) return false;
      if (!open_.contains(scope)) closed = it->second;
      parent = it->first;
      return closed == kLeftOut;
    });
    if (closed != kLeftOut) return closed;
    return Add(
        IdOfUnrecorded(graph_, text), [&] { return NodeOfUnrecorded(run_, graph_, text); }, parent);
  }

  void Link(OpId reader, const InputRef& input) {
    const size_t to = places_[reader];
    const size_t from = PlaceOf(input.op);
    if (from == kLeftOut || to == kLeftOut || from == to) return;
    ++edges_[{from, to, input.slot == InputRef::kControl}];
  }

  session::RunView& run_;
  const store::Run& tables_;
  const GraphId graph_;
  const std::set<std::string, std::less<>> open_;
  const int64_t most_;
  std::unordered_map<std::string_view, int64_t> sizes_;  // of scopes, in ops
  std::unordered_map<std::string, size_t> shown_;        // ids, to places in part_.nodes
  std::unordered_map<OpId, size_t> places_;              // of what stands for the op
  std::map<std::tuple<size_t, size_t, bool>, int64_t> edges_;
  GraphPart part_;
};

}  // namespace

Result<GraphPart> AnswerGraphView(session::RunView& run, const GraphViewRequest& request) {
  TDBG_ASSIGN_OR_RETURN(const int64_t most, NodeLimit(request.most));
  TDBG_ASSIGN_OR_RETURN(const GraphId graph, GraphOf(run, request.graph));
  return GraphPicture(run, graph, request.open, most).Part();
}

}  // namespace tdbg::rpc
