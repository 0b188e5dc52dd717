#include <algorithm>
#include <map>
#include <unordered_map>

#include "rpc/facts.h"
#include "rpc/graph_node.h"
#include "rpc/handlers.h"
#include "session/op_lookup.h"
#include "session/pattern.h"

namespace tdbg::rpc {
namespace {

using store::GraphId;
using store::OpId;

constexpr size_t kMostTreeRows = 2000;
constexpr std::string_view kNoDevice = "no device";

// Ops that were never placed count to the device of their graph: the first that one of its ops was
// seen on, or the only one there is.
class Devices {
 public:
  explicit Devices(session::RunView& run) : run_(run) {}

  std::string_view Of(OpId op) {
    const std::string_view own = session::DeviceOf(run_, op);
    return own.empty() ? OfGraph(run_.run().graphs.op(op).graph) : own;
  }

 private:
  std::string_view OfGraph(GraphId graph) {
    const auto [it, added] = graphs_.try_emplace(graph, kNoDevice);
    if (!added) return it->second;
    for (const OpId op : run_.run().graphs.graph(graph).ops) {
      if (const std::string_view device = session::DeviceOf(run_, op); !device.empty()) {
        return it->second = device;
      }
    }
    const store::Run& tables = run_.run();
    if (tables.devices.size() == 1) it->second = tables.DeviceName(store::DeviceId(0));
    return it->second;
  }

  session::RunView& run_;
  std::unordered_map<GraphId, std::string_view> graphs_;
};

// How a graph is called in paths, as GraphPrefix has it, and to people. Graphs without a name, such
// as the partitions of several Session.runs, are one graph to the user.
struct GraphNames {
  std::string path;
  std::string label;
};

GraphNames NamesOf(session::RunView& run, GraphId id) {
  const store::Run& tables = run.run();
  const store::Graph& graph = tables.graphs.graph(id);
  if (!graph.name.valid()) return {"", "graph"};
  const std::string name(tables.strings[graph.name]);
  if (!run.IsSharedName(graph.name)) return {name, name};
  const std::string_view key = tables.strings[graph.key];
  constexpr size_t kTelling = 8;
  return {std::string(key), name + " (" + std::string(key.substr(0, kTelling)) + ")"};
}

// Where in the tree an op lies, level by level below `path`; the row it adds to.
class Level {
 public:
  Level(session::RunView& run, const std::string& path) : run_(run), path_(path) {
    const size_t end = path.find('>');
    device_ = path.substr(0, end);
    if (end == path.npos) return;
    const size_t graph_end = path.find("::", end);
    graph_ = path.substr(end + 1, graph_end == path.npos ? path.npos : graph_end - end - 1);
    scope_ = graph_end == path.npos ? "" : path.substr(graph_end + 2);
  }

  void Add(OpId op, std::string_view device, const GraphNames& graph) {
    const std::string_view name = run_.run().strings[run_.run().graphs.op(op).name];
    if (device_.empty()) {
      Count(TreeKind::kDevice, std::string(device), device, op);
      return;
    }
    if (device != device_) return;
    if (!graph_) {
      Count(TreeKind::kGraph, device_ + ">" + graph.path + "::", graph.label, op);
      return;
    }
    if (graph.path != *graph_ || !name.starts_with(scope_)) return;
    const std::string_view rest = name.substr(scope_.size());
    const size_t slash = rest.find('/', 1);
    if (slash != rest.npos) {
      Count(TreeKind::kScope, path_ + std::string(rest.substr(0, slash + 1)), rest.substr(0, slash),
            op);
      return;
    }
    TreeRow& row = Count(TreeKind::kOp, path_ + std::string(rest), rest, op);
    row.op = op.index();
    row.op_type = run_.run().strings[run_.run().graphs.op(op).type];
  }

  Tree Answer() && {
    Tree tree;
    tree.left_out = std::max<int64_t>(0, std::ssize(rows_) - int64_t{kMostTreeRows});
    for (auto& [path, row] : rows_) {
      if (tree.rows.size() == kMostTreeRows) break;
      tree.rows.push_back(std::move(row));
    }
    return tree;
  }

 private:
  TreeRow& Count(TreeKind kind, std::string path, std::string_view label, OpId op) {
    TreeRow& row = rows_[path];
    if (row.ops == 0) {
      row.path = std::move(path);
      row.kind = kind;
      row.label = label;
    }
    ++row.ops;
    row.worst = Graver(row.worst, run_.WorstOf(op));
    return row;
  }

  session::RunView& run_;
  const std::string& path_;
  std::string device_;
  std::optional<std::string> graph_;
  std::string scope_;
  std::map<std::string, TreeRow> rows_;
};

}  // namespace

Result<Tree> AnswerTree(session::RunView& run, const TreeRequest& request) {
  TDBG_ASSIGN_OR_RETURN(const session::Pattern pattern, session::Pattern::Compile(request.pattern));
  const store::Run& tables = run.run();
  const std::string path = request.path.value_or("");
  Devices devices(run);
  Level level(run, path);
  for (const GraphId id : tables.graphs.graph_ids()) {
    const GraphNames names = NamesOf(run, id);
    for (const OpId op : tables.graphs.graph(id).ops) {
      const store::Op& facts = tables.graphs.op(op);
      const StringId subject = request.by_type.value_or(false) ? facts.type : facts.name;
      if (pattern.Fits(tables.strings[subject])) level.Add(op, devices.Of(op), names);
    }
  }
  return std::move(level).Answer();
}

}  // namespace tdbg::rpc
