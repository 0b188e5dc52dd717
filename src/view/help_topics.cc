#include "view/help_topics.h"

#include "expr/functions.h"
#include "session/tensor_list.h"

namespace tdbg::view {
namespace {

Table Explained(std::vector<std::pair<std::string_view, std::string_view>> entries) {
  std::vector<std::vector<Cell>> rows;
  for (const auto& [what, meaning] : entries) {
    rows.push_back({TextCell(" "), TextCell(what, Style::kName), TextCell(meaning)});
  }
  return FixedTable("explained", {{"indent", ""}, {"what", ""}, {"meaning", ""}}, std::move(rows));
}

Document Names() {
  Document page = Document::Of("names of tensors and ops");
  page.Show(Explained({
      {"scope/op", "an op; a tensor where only one of its outputs was recorded"},
      {"scope/op:1", "its output 1"},
      {"scope/op:1#3", "the value that output had the fourth time (from #0)"},
      {"scope/op:1[0, ::2]", "a part of it, sliced as numpy does"},
      {"graph::scope/op:1", "in that graph, where several have such an op"},
      {"@3:0", "output 0 of execution 3: an eager op or a call"},
      {".", "the tensor under the cursor; `.[0]` is a part of it"},
      {"op:0:DebugNanCount", "what that debug op recorded of it (tfdbg1)"},
  }));
  return page;
}

Document CommandLines() {
  Document page = Document::Of("what can be typed");
  page.Show(Explained({
      {"lt; pt a:0", "one command after another"},
      {"lt > tensors.txt", "the answer goes to the file as well; >> appends"},
      {"pt 'a b:0'", "quotes keep blanks together, and so do [], () and ``"},
      {"# a comment", "in a script"},
      {"/softmax", "search the last answer; / for the next match"},
      {"@12,6", "an element of the tensor printed last"},
      {"<-- and -->", "earlier and later answers"},
      {"Tab", "completes commands, flags, names, files and filters"},
      {"Up and Down", "earlier lines that begin with what is typed"},
  }));
  return page;
}

Document Filters() {
  Document page = Document::Of("filters: what to ask of a tensor");
  page.Say(
      "  Comparisons (== != < <= > >=), and, or, not, arithmetic, in [...]; =~ and !~ look for a");
  page.Say("  regular expression in a text. What a recording does not tell passes no comparison.");
  page.Say("");
  std::vector<std::pair<std::string_view, std::string_view>> fields;
  for (const query::FilterField& field : query::FilterFields()) {
    fields.emplace_back(field.name, field.summary);
  }
  page.Show(Explained(std::move(fields)));
  page.Say("");
  page.Say("  lt -f 'max > 1e4 and op == \"MatMul\"'", Style::kName);
  page.Say("  find 'name =~ \"^loss\" and nan > 0'", Style::kName);
  page.Say("  steps -f 'shape == [10] and l2 > 3'", Style::kName);
  return page;
}

Document Expressions() {
  Document page = Document::Of("expressions: computing with tensors");
  page.Say(
      "  Python's operators, numpy's functions (with or without np.), slices, masks, .T, .shape "
      "and the");
  page.Say("  like. Tensors stand in backticks: `hidden/Relu:0`.");
  page.Say("");
  std::vector<std::pair<std::string_view, std::string_view>> functions;
  for (const expr::FunctionInfo& function : expr::Functions()) {
    functions.emplace_back(function.signature, function.summary);
  }
  page.Show(Explained(std::move(functions)));
  return page;
}

}  // namespace

const std::vector<HelpTopic>& HelpTopics() {
  static const std::vector<HelpTopic> topics = {
      {"names", Names},
      {"filters", Filters},
      {"expressions", Expressions},
      {"typing", CommandLines},
  };
  return topics;
}

}  // namespace tdbg::view
