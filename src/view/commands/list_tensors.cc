#include <memory>

#include "base/printable.h"
#include "session/tensor_facts.h"
#include "session/tensor_list.h"
#include "view/command_table.h"
#include "view/commands/tensor_table.h"

namespace tdbg::view {
namespace {

std::string Heading(size_t count, size_t all, const session::TensorQuery& query) {
  std::string text = Counted(static_cast<int64_t>(count), "tensor");
  if (count != all) text += " of " + std::to_string(all);
  const auto add = [&](const char* what, const std::optional<std::string>& value) {
    if (value) text += std::string(", ") + what + " " + *value;
  };
  add("filter", query.filter);
  add("without nodes", query.exclude_node_regex);
  add("nodes", query.node_regex);
  add("op types", query.op_type_regex);
  add("graphs", query.graph_regex);
  if (query.sort_by != "timestamp" || query.reverse) {
    text += ", by " + query.sort_by + (query.reverse ? ", reversed" : "");
  }
  return text;
}

Result<Document> ListTensors(Workspace& workspace, const Arguments& arguments) {
  session::TensorQuery query;
  query.filter = arguments.Value("--tensor_filter");
  query.exclude_node_regex = arguments.Value("--filter_exclude_node_names");
  query.node_regex = arguments.Value("--node_name_filter");
  query.op_type_regex = arguments.Value("--op_type_filter");
  query.graph_regex = arguments.Value("--graph_filter");
  query.ignore_case = arguments.Has("--ignore_case");
  query.sort_by = arguments.Value("--sort_by").value_or("timestamp");
  query.reverse = arguments.Has("--reverse");
  if (!arguments.text().empty()) {
    if (query.node_regex) return InvalidArgument("lt: give the names once, with -n or without");
    query.node_regex = arguments.text();
  }
  if (query.exclude_node_regex && !query.filter) {
    return InvalidArgument("lt: -fenn leaves nodes out of a filter, so it needs -f as well");
  }
  TDBG_ASSIGN_OR_RETURN(
      auto events, session::ListTensors(workspace.position.run(), query, workspace.defined.filters,
                                        workspace.surface.stop));
  Document document =
      Document::Of(Heading(events.size(), workspace.position.run().run().events.size(), query));
  if (query.filter && !events.empty()) document.severity = Document::Severity::kFound;
  document.Show(TensorTable(workspace.position, std::move(events)));
  return document;
}

}  // namespace

Command ListTensorsCommand() {
  return {
      .name = "list_tensors",
      .aliases = {"lt"},
      .topic = Topic::kTensors,
      .summary = "list the recorded tensors, one line for each time one was recorded",
      .positional = {"a part of the node's name", Positional::Count::kOptional, Kind::kNode},
      .flags = {{"-f", "--tensor_filter", "FILTER",
                 "only tensors that pass: a filter's name or an expression", Kind::kFilter},
                {"-fenn", "--filter_exclude_node_names", "REGEX", "with -f: leave these nodes out",
                 Kind::kNode},
                {"-n", "--node_name_filter", "REGEX", "only nodes whose name matches", Kind::kNode},
                {"-t", "--op_type_filter", "REGEX", "only ops whose type matches", Kind::kOpType},
                {"-g", "--graph_filter", "REGEX", "only graphs whose name matches", Kind::kGraph},
                {"-i", "--ignore_case", "", "capitals and small letters are the same"},
                {"-s", "--sort_by", "KEY", "order of the list; time if not given", Kind::kSortKey},
                {"-r", "--reverse", "", "turn the order round"}},
      .details =
          "A regular expression is looked for anywhere in the name; ^ and $ tie it to the "
          "ends.\n"
          "Times count from the first tensor recorded. min and max are of the finite "
          "elements.\n"
          "`help filters` tells what -f understands.",
      .examples = {"lt", "lt -f has_inf_or_nan", "lt -n ^hidden/ -s max -r",
                   "lt -f 'max > 1e4 and op == \"MatMul\"'"},
      .run = ListTensors,
  };
}

}  // namespace tdbg::view
