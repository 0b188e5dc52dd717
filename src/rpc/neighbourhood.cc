#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "rpc/facts.h"
#include "rpc/graph_node.h"
#include "rpc/handlers.h"
#include "session/node_facts.h"

namespace tdbg::rpc {
namespace {

using query::Neighbours;
using store::GraphId;
using store::InputRef;
using store::OpId;

class Neighbourhood {
 public:
  Neighbourhood(session::RunView& run, bool control, int64_t most)
      : run_(run), neighbours_(run.run(), run.links()), control_(control), most_(most) {}

  void Show(OpId op) { Add({op, {}, {}, 0}); }

  void ShowAround(OpId op) {
    const Ends ends = EndsOf(op);
    for (const query::Edge& edge : ends.inputs) Add(edge);
    for (const query::Edge& edge : ends.readers) Add(edge);
  }

  GraphPart Part() && {
    for (Node& node : part_.nodes) {
      if (!node.op) continue;
      const Ends ends = EndsOf(OpId(static_cast<size_t>(*node.op)));
      node.inputs = static_cast<int64_t>(ends.inputs.size());
      node.readers = static_cast<int64_t>(ends.readers.size());
      Counts inputs;
      Counts readers;
      for (const query::Edge& edge : ends.inputs) ++inputs[{IdOf(edge), node.id, edge.slot}];
      for (const query::Edge& edge : ends.readers) ++readers[{node.id, IdOf(edge), edge.slot}];
      Keep(inputs);
      Keep(readers);
    }
    for (const auto& [key, count] : edges_) {
      const auto& [from, to, slot] = key;
      part_.edges.push_back({from, to, std::max(slot, 0), slot == InputRef::kControl, count});
    }
    return std::move(part_);
  }

 private:
  struct Ends {
    std::vector<query::Edge> inputs;
    std::vector<query::Edge> readers;
  };
  using Counts = std::map<std::tuple<std::string, std::string, int32_t>, int64_t>;

  std::string IdOf(const query::Edge& edge) const {
    return edge.op.valid() ? IdOfOp(edge.op)
                           : IdOfUnrecorded(edge.graph, run_.run().strings[edge.name]);
  }

  // What a loop, branch or function gives is what its bodies result in, so that edges lead inside.
  void AddResults(const std::vector<GraphId>& bodies, std::vector<query::Edge>& edges) {
    const store::Run& tables = run_.run();
    for (const GraphId body : bodies) {
      for (const OpId result : run_.links().Results(body)) {
        edges.push_back({result, tables.graphs.op(result).name, body, 0});
      }
    }
  }

  Ends EndsOf(OpId op) {
    Ends ends{neighbours_.Inputs(op), neighbours_.Readers(op)};
    AddResults(BodiesOf(run_, op), ends.inputs);
    if (!control_) {
      const auto is_control = [](const query::Edge& edge) { return edge.is_control(); };
      std::erase_if(ends.inputs, is_control);
      std::erase_if(ends.readers, is_control);
    }
    return ends;
  }

  void Add(const query::Edge& edge) {
    const std::string_view name = run_.run().strings[edge.name];
    if (!shown_.try_emplace(IdOf(edge), part_.nodes.size()).second) return;
    if (static_cast<int64_t>(part_.nodes.size()) >= most_) {
      ++part_.left_out;
      return;
    }
    part_.nodes.push_back(edge.op.valid() ? NodeOfOp(run_, edge.op)
                                          : NodeOfUnrecorded(run_, edge.graph, name));
    if (!edge.op.valid()) ShowInside(edge.graph, name);
  }

  // A call that is known by its name alone cannot be asked for, so its inside comes with it.
  void ShowInside(GraphId graph, std::string_view name) {
    const std::string id = part_.nodes.back().id;
    const size_t at = part_.nodes.size() - 1;
    std::vector<query::Edge> results;
    AddResults(BodiesOfCall(run_, graph, name), results);
    part_.nodes[at].inputs = static_cast<int64_t>(results.size());
    Counts found;
    for (const query::Edge& result : results) {
      Add(result);
      ++found[{IdOf(result), id, 0}];
    }
    Keep(found);
  }

  // The same edge may be found from both of its ends.
  void Keep(const Counts& found) {
    const auto is_shown = [&](const std::string& id) {
      const auto it = shown_.find(id);
      return it != shown_.end() && it->second < part_.nodes.size();
    };
    for (const auto& [key, count] : found) {
      if (!is_shown(std::get<0>(key)) || !is_shown(std::get<1>(key))) continue;
      int64_t& known = edges_[key];
      known = std::max(known, count);
    }
  }

  session::RunView& run_;
  Neighbours neighbours_;
  const bool control_;
  const int64_t most_;
  GraphPart part_;
  std::unordered_map<std::string, size_t> shown_;  // ids, to their places in part_.nodes
  Counts edges_;
};

}  // namespace

Result<GraphPart> AnswerNeighbourhood(session::RunView& run, const NeighbourhoodRequest& request) {
  TDBG_ASSIGN_OR_RETURN(const int64_t most, NodeLimit(request.most));
  std::vector<OpId> ops;
  for (const int64_t number : request.ops) {
    TDBG_ASSIGN_OR_RETURN(const OpId op, OpOf(run, number));
    ops.push_back(op);
  }
  Neighbourhood part(run, request.control.value_or(false), most);
  for (const OpId op : ops) part.Show(op);
  for (const OpId op : ops) part.ShowAround(op);
  return std::move(part).Part();
}

}  // namespace tdbg::rpc
