#include "base/printable.h"
#include "session/pattern.h"
#include "view/command_table.h"
#include "view/health_text.h"

namespace tdbg::view {
namespace {

using store::GraphId;
using Side = Column::Side;

struct ListedGraph {
  GraphId graph;
  size_t depth;
};

// Outer graphs before those inside them; without recursion, since damaged data may nest deeply.
std::vector<ListedGraph> TreeOrder(const store::Run& run) {
  std::vector<ListedGraph> order;
  for (const GraphId root : run.graphs.graph_ids()) {
    if (run.graphs.graph(root).outer.valid()) continue;
    std::vector<ListedGraph> pending = {{root, 0}};
    while (!pending.empty()) {
      const ListedGraph next = pending.back();
      pending.pop_back();
      order.push_back(next);
      const auto& inner = run.graphs.graph(next.graph).inner;
      for (auto it = inner.rbegin(); it != inner.rend(); ++it) {
        pending.push_back({*it, next.depth + 1});
      }
    }
  }
  return order;
}

// Function ids are long; their first digits tell them apart. A dump's partition is known by its
// file.
std::string ShortKey(std::string_view key) {
  constexpr size_t kShown = 8;
  const std::string_view name = key.substr(key.rfind('/') + 1);
  return std::string(name == key ? key.substr(0, kShown) : name);
}

std::vector<Cell> Row(session::RunView& view, const ListedGraph& listed) {
  const store::Run& run = view.run();
  const store::Graph& graph = run.graphs.graph(listed.graph);
  const std::string_view name = run.strings[graph.name];
  const std::string_view key = run.strings[graph.key];
  int64_t events = 0;
  int64_t bad = 0;
  for (const store::OpId op : graph.ops) {
    events += static_cast<int64_t>(view.index().OfOp(op).size());
    bad += view.WorstOf(op).has_value();
  }
  Cell shown = TextCell(std::string(2 * listed.depth, ' ') + std::string(name.empty() ? "–" : name),
                        Style::kName, name.empty() ? "" : "lt -g ^" + std::string(name) + "$");
  shown.datum = name.empty() ? Datum() : Datum(std::string(name));
  const std::string_view outer =
      graph.outer.valid() ? run.strings[run.graphs.graph(graph.outer).name] : std::string_view();
  const std::string_view device = run.DeviceName(graph.device);
  return {std::move(shown),
          {ShortKey(key), Style::kFaint, {}, std::string(key)},
          NumberCell(static_cast<int64_t>(graph.ops.size())),
          NumberCell(events),
          NumberCell(bad, bad > 0 ? Style::kError : Style::kPlain),
          NumberCell(static_cast<int64_t>(graph.inner.size())),
          outer.empty() ? Cell() : TextCell(outer),
          device.empty() ? Cell() : TextCell(device, Style::kFaint)};
}

Result<Document> Graphs(Workspace& workspace, const Arguments& arguments) {
  session::RunView& run = workspace.position.run();
  std::optional<std::string> wanted;
  if (!arguments.text().empty()) wanted = arguments.text();
  TDBG_ASSIGN_OR_RETURN(const auto names, session::Pattern::Compile(wanted));
  std::vector<std::vector<Cell>> rows;
  int64_t left_out = 0;
  for (const ListedGraph& listed : TreeOrder(run.run())) {
    const store::Graph& graph = run.run().graphs.graph(listed.graph);
    if (!names.Fits(run.run().strings[graph.name]) && !names.Fits(run.run().strings[graph.key])) {
      continue;
    }
    if (!graph.recorded && !arguments.Has("--all")) {
      ++left_out;
      continue;
    }
    rows.push_back(Row(run, listed));
  }
  Document page = Document::Of(Counted(static_cast<int64_t>(rows.size()), "graph"));
  const bool partitions = run.run().format == store::Format::kTfdbg1;
  page.Show(FixedTable("graphs",
                       {{"name", "graph", partitions ? Side::kNowhere : Side::kLeft},
                        {"key", "id"},
                        {"ops", "ops", Side::kRight},
                        {"events", "recorded", Side::kRight},
                        {"bad", "bad ops", Side::kRight},
                        {"inner", "inside", Side::kRight},
                        {"outer", "", Side::kNowhere},
                        {"device", "device"}},
                       std::move(rows)));
  if (left_out > 0) {
    page.Say(Counted(left_out, "graph") + " of which only others speak: lg -a", Style::kFaint);
  }
  return page;
}

}  // namespace

Command GraphsCommand() {
  return {
      .name = "graphs",
      .aliases = {"lg"},
      .topic = Topic::kGraph,
      .summary = "list the graphs, those inside others below them",
      .positional = {"a part of the graph's name", Positional::Count::kOptional, Kind::kGraph},
      .flags = {{"-a", "--all", "", "those as well whose own record is missing"}},
      .details = "inside counts the graphs that lie directly in it: loops, branches, functions.",
      .examples = {"lg", "lg train", "lg -a"},
      .run = Graphs,
  };
}

}  // namespace tdbg::view
