#include "base/printable.h"
#include "session/node_facts.h"
#include "session/tensor_facts.h"
#include "view/command_table.h"
#include "view/current_op.h"
#include "view/health_text.h"

namespace tdbg::view {
namespace {

using Side = Column::Side;
using query::Edge;
using session::Subject;

// The last event of output `slot`; invalid if nothing was recorded of it.
store::EventId LastEvent(session::RunView& run, store::OpId op, int32_t slot) {
  const auto events = run.index().OfOutput(op, slot);
  return events.empty() ? store::EventId() : events.back();
}

store::GraphId GraphOf(session::RunView& run, const Subject& subject) {
  return run.run().graphs.op(subject.op).graph;
}

Result<Document> Path(Workspace& workspace, const Arguments& arguments) {
  session::RunView& run = workspace.position.run();
  const auto& words = arguments.words();
  if (words.empty() || words.size() > 2) {
    return InvalidArgument("path: needs two ops, or one to go to from the current tensor's");
  }
  const std::string from_text = words.size() == 2 ? words[0] : "";
  // Either end may name the graph, so that the other need not.
  Result<Subject> known = NamedOp(workspace.position, "path", from_text);
  TDBG_ASSIGN_OR_RETURN(const Subject to,
                        NamedOp(workspace.position, "path", words.back(),
                                known.ok() ? GraphOf(run, *known) : store::GraphId()));
  TDBG_ASSIGN_OR_RETURN(const Subject from,
                        NamedOp(workspace.position, "path", from_text, GraphOf(run, to)));
  const std::string from_name = session::NameOfSubject(run, from);
  const std::string to_name = session::NameOfSubject(run, to);
  const std::vector<Edge> path = session::PathBetween(run, from.op, to.op);
  if (path.empty()) {
    const bool other_way = !session::PathBetween(run, to.op, from.op).empty();
    return NotFound(
        "no data flows from " + from_name + " to " + to_name +
        (other_way ? ", but it does the other way: `path " + to_name + " " + from_name + "`" : ""));
  }
  std::vector<std::vector<Cell>> rows;
  for (size_t i = 0; i < path.size(); ++i) {
    // The output that the next op reads; of the last op the one that was named.
    const int32_t slot = i + 1 < path.size() ? path[i + 1].slot : to.slot.value_or(0);
    const session::NeighbourFacts facts =
        session::FactsOfEdge(run, path[i], from.op, query::Direction::kReaders);
    const store::EventId event = LastEvent(run, path[i].op, slot);
    store::Digest digest;
    std::string command = "ni " + facts.full;
    if (event.valid()) {
      command = "pt " + session::FactsOf(run, event).name;
      if (auto read = run.run().values->ReadDigest(event); read.ok()) digest = *std::move(read);
    }
    Cell name = TextCell(facts.name + ":" + std::to_string(slot), Style::kName, std::move(command));
    rows.push_back(
        {std::move(name), facts.op_type.empty() ? UnknownCell() : TextCell(facts.op_type),
         facts.device.empty() ? Cell() : TextCell(facts.device, Style::kFaint), TypeCell(digest),
         MaybeCell(digest.min), MaybeCell(digest.max), BadCell(digest)});
  }
  Document page = Document::Of("from " + from_name + " to " + to_name + ": " +
                               Counted(static_cast<int64_t>(path.size()) - 1, "edge"));
  page.Show(FixedTable("path",
                       {{"name", "tensor"},
                        {"op_type", "op type", Side::kLeft, {}, 1},
                        {"device", ""},
                        {"dtype", "type", Side::kLeft, {}, 2},
                        {"min", "min", Side::kRight, {}, 3},
                        {"max", "max", Side::kRight, {}, 3},
                        {"bad", "bad"}},
                       std::move(rows)));
  return page;
}

}  // namespace

Command PathCommand() {
  return {
      .name = "path",
      .aliases = {},
      .topic = Topic::kGraph,
      .summary = "show one shortest way that data takes from one op to another",
      .positional = {"FROM TO", Positional::Count::kAny, Kind::kNode},
      .details =
          "With one op, the way begins at the current tensor's. Health is that of the last "
          "tensor recorded of each.",
      .examples = {"path input/x loss/Log", "path train::Log train::Mean"},
      .run = Path,
  };
}

}  // namespace tdbg::view
