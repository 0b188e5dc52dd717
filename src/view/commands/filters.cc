#include "base/printable.h"
#include "view/command_table.h"

namespace tdbg::view {
namespace {

Document ListFilters(const Workspace& workspace) {
  std::vector<std::vector<Cell>> rows;
  const auto add = [&](const std::string& name, const std::string& text) {
    rows.push_back({TextCell(name, Style::kName, "lt -f " + name), TextCell(text)});
  };
  add("has_inf_or_nan", "built in: some element is NaN or infinite");
  for (const auto& [name, text] : workspace.defined.filters) add(name, text);
  Document page = Document::Of(Counted(static_cast<int64_t>(rows.size()), "filter"));
  page.Show(
      FixedTable("filters", {{"name", "filter"}, {"expression", "passes where"}}, std::move(rows)));
  return page;
}

bool IsName(const std::string& text) {
  return !text.empty() &&
         text.find_first_not_of(
             "abcdefghijklmnopqrstuvwxyz"
             "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == std::string::npos &&
         (text[0] < '0' || text[0] > '9');
}

Result<Document> Filter(Workspace& workspace, const Arguments& arguments) {
  const std::vector<std::string>& words = arguments.words();
  if (words.empty()) return ListFilters(workspace);
  const std::string& name = words[0];
  if (words.size() == 1) {
    if (workspace.defined.filters.erase(name) == 0) {
      return NotFound("filter: there is none named " + name + "; expected filter NAME EXPRESSION");
    }
    return ListFilters(workspace);
  }
  if (!IsName(name)) {
    return InvalidArgument("filter: '" + name + "' is no name; letters, digits and _ make one");
  }
  if (query::FindField(name) != nullptr) {
    return InvalidArgument("filter: " + name +
                           " is a field of tensors already; choose another name");
  }
  const std::string& typed = arguments.text();
  std::string text =
      words.size() == 2 ? words[1] : typed.substr(typed.find(name) + name.size() + 1);
  query::NamedFilters filters = workspace.defined.filters;
  filters[name] = text;
  // Compiled by its name, so that a filter that leads back to itself shows now.
  TDBG_RETURN_IF_ERROR(query::Filter::Compile(text, workspace.defined.filters).status());
  TDBG_RETURN_IF_ERROR(query::Filter::Compile(name, filters).status());
  workspace.defined.filters = std::move(filters);
  return ListFilters(workspace);
}

}  // namespace

Command FilterCommand() {
  return {
      .name = "filter",
      .aliases = {"lf"},
      .topic = Topic::kTensors,
      .summary = "list the tensor filters, or give an expression a name",
      .positional = {"a name and an expression", Positional::Count::kRest, Kind::kFilter},
      .details =
          "A filter can be used by its name wherever one is expected, in other filters as "
          "well. A name alone is forgotten again.\n"
          "`help filters` tells what an expression may ask.",
      .examples = {"filter", "filter huge max > 1e4 or min < -1e4", "lt -f 'huge and step > 2'"},
      .run = Filter,
  };
}

}  // namespace tdbg::view
