#include <memory>
#include <utility>

#include "base/printable.h"
#include "session/node_facts.h"
#include "view/command_table.h"
#include "view/current_op.h"

namespace tdbg::view {
namespace {

using query::Direction;
using query::TreeRow;
using Side = Column::Side;
using Rows = std::vector<TreeRow>;

std::string Branches(const Rows& rows, size_t i) {
  std::string text = rows[i].last ? "└─ " : "├─ ";
  for (size_t up = rows[i].parent; up != SIZE_MAX; up = rows[up].parent) {
    text.insert(0, rows[up].last ? "   " : "│  ");
  }
  return text;
}

Cell Hidden(Datum datum) { return {"", Style::kPlain, {}, std::move(datum)}; }

class Tree {
 public:
  Tree(session::RunView& run, store::OpId root, Direction direction, bool types, Rows rows)
      : run_(run), root_(root), direction_(direction), types_(types), rows_(std::move(rows)) {
    // An op that is opened further down than where it first comes up.
    std::unordered_map<store::OpId, bool> opened;
    below_.resize(rows_.size());
    for (size_t i = 0; i < rows_.size(); ++i) {
      const store::OpId op = rows_[i].edge.op;
      if (!op.valid()) continue;
      if (!rows_[i].again) opened[op] = true;
      below_[i] = rows_[i].again && op != root_ && !opened.contains(op);
    }
  }

  size_t size() const { return rows_.size(); }

  std::vector<Cell> Row(size_t i) const {
    const TreeRow& row = rows_[i];
    const session::NeighbourFacts facts = session::FactsOfEdge(run_, row.edge, root_, direction_);
    Cell name =
        TextCell(Text(row, facts, i), Style::kName, facts.op.valid() ? "ni " + facts.full : "");
    name.datum = facts.name;
    return {std::move(name),
            Hidden(row.depth),
            facts.op_type.empty() ? Cell() : Hidden(std::string(facts.op_type)),
            Hidden(row.edge.is_control()),
            Hidden(row.again),
            Hidden(row.more),
            facts.device.empty() ? Cell() : Hidden(std::string(facts.device))};
  }

 private:
  std::string Text(const TreeRow& row, const session::NeighbourFacts& facts, size_t i) const {
    std::string text = Branches(rows_, i) + "(" + std::to_string(row.depth) + ") ";
    if (row.edge.is_control()) text += "(Ctrl) ";
    if (types_) text += "[" + (facts.op_type.empty() ? "?" : std::string(facts.op_type)) + "] ";
    text += facts.name;
    if (!facts.device.empty()) text += "  on " + std::string(facts.device);
    if (!facts.op.valid()) text += "  (its creation was not recorded)";
    if (row.again) text += below_[i] ? "  (seen below)" : "  (seen above)";
    if (row.more) text += "  ...";
    return text;
  }

  session::RunView& run_;
  store::OpId root_;
  Direction direction_;
  bool types_;
  Rows rows_;
  std::vector<bool> below_;
};

Result<Document> ListNeighbours(Workspace& workspace, const Arguments& arguments,
                                Direction direction) {
  const bool inputs = direction == Direction::kInputs;
  TDBG_ASSIGN_OR_RETURN(const session::Subject subject,
                        NamedOp(workspace.position, inputs ? "li" : "lo", arguments.text()));
  TDBG_ASSIGN_OR_RETURN(const std::optional<int64_t> asked, arguments.Number("--depth"));
  if (asked && *asked < 1) {
    return InvalidArgument("--depth counts levels from 1 on, not " + std::to_string(*asked));
  }
  // A depth alone already says that more than one level is wanted.
  const bool deep = arguments.Has("--recursive") || asked.has_value();
  const int64_t depth = deep ? asked.value_or(workspace.settings.Get("graph_recursion_depth")) : 1;
  const bool control = arguments.Has("--control");
  const auto tree = std::make_shared<const Tree>(
      workspace.position.run(), subject.op, direction, arguments.Has("--op_type"),
      session::TreeOf(workspace.position.run(), subject.op, direction, depth, control));

  std::string title = inputs ? "inputs of " : "recipients of ";
  title += session::NameOfSubject(workspace.position.run(), subject);
  if (deep) title += ", down to level " + std::to_string(depth);
  if (control) title += ", control edges too";
  Document page = Document::Of(std::move(title));
  if (tree->size() == 0) page.Say("  none", Style::kFaint);
  Table table{"tree",
              {{"name", ""},
               {"depth", "", Side::kNowhere},
               {"op_type", "", Side::kNowhere},
               {"control", "", Side::kNowhere},
               {"seen", "", Side::kNowhere},
               {"more", "", Side::kNowhere},
               {"device", "", Side::kNowhere}},
              tree->size(),
              [tree](size_t i) { return tree->Row(i); }};
  page.Show(std::move(table));
  return page;
}

std::vector<Flag> TreeFlags() {
  return {
      {"-c", "--control", "", "control edges as well"},
      {"-d", "--depth", "LEVELS", "how far to go; the setting graph_recursion_depth if not given"},
      {"-r", "--recursive", "", "go on from each op found"},
      {"-t", "--op_type", "", "show op types"}};
}

constexpr std::string_view kTreeDetails =
    "The number before a name is its distance. An op that comes up again is not opened twice: "
    "(seen above) and (seen below) tell where it is. ... stands where the tree goes on.";

}  // namespace

Command ListInputsCommand() {
  return {
      .name = "list_inputs",
      .aliases = {"li"},
      .topic = Topic::kGraph,
      .summary = "show what an op reads, as a tree",
      .positional = {"[graph::]op", Positional::Count::kOptional, Kind::kNode},
      .flags = TreeFlags(),
      .details = kTreeDetails,
      .examples = {"li", "li -r loss/Log", "li -c -r -d 3 -t train::dense/MatMul"},
      .run =
          [](Workspace& workspace, const Arguments& arguments) {
            return ListNeighbours(workspace, arguments, Direction::kInputs);
          },
  };
}

Command ListOutputsCommand() {
  return {
      .name = "list_outputs",
      .aliases = {"lo"},
      .topic = Topic::kGraph,
      .summary = "show who reads an op, as a tree",
      .positional = {"[graph::]op", Positional::Count::kOptional, Kind::kNode},
      .flags = TreeFlags(),
      .details = kTreeDetails,
      .examples = {"lo", "lo -r input/x", "lo -c -r -d 3 -t train::dense/MatMul"},
      .run =
          [](Workspace& workspace, const Arguments& arguments) {
            return ListNeighbours(workspace, arguments, Direction::kReaders);
          },
  };
}

}  // namespace tdbg::view
