#include <memory>
#include <unordered_map>

#include "base/printable.h"
#include "base/whole_number.h"
#include "session/execution_facts.h"
#include "session/pattern.h"
#include "view/command_table.h"
#include "view/health_text.h"

namespace tdbg::view {
namespace {

using session::ExecutionFacts;
using store::ExecutionId;
using Side = Column::Side;

struct StepRange {
  int64_t first = INT64_MIN;
  int64_t last = INT64_MAX;
};

bool ReadNumber(std::string_view text, int64_t& number) {
  const std::optional<int64_t> whole = WholeNumber(text);
  number = whole.value_or(number);
  return whole.has_value();
}

// "3", "3:7", "3:", ":7"; both ends belong to it.
Result<std::optional<StepRange>> ReadSteps(const std::optional<std::string>& text) {
  if (!text) return std::optional<StepRange>();
  StepRange range;
  const size_t colon = text->find(':');
  const std::string_view first = std::string_view(*text).substr(0, colon);
  const std::string_view last =
      colon == std::string::npos ? first : std::string_view(*text).substr(colon + 1);
  const bool good = !text->empty() && (first.empty() || ReadNumber(first, range.first)) &&
                    (last.empty() || ReadNumber(last, range.last));
  if (!good) return InvalidArgument("le: steps are N or FIRST:LAST, not '" + *text + "'");
  return std::optional<StepRange>(range);
}

struct ListedExecutions {
  std::vector<ExecutionId> executions;
  std::unordered_map<ExecutionId, int64_t> bad;  // tensors, of its own and of the graphs it ran
  int64_t start_ns = 0;
};

std::vector<Cell> Row(session::RunView& run, const ListedExecutions& listed, size_t i) {
  const ExecutionId id = listed.executions[i];
  const ExecutionFacts facts = session::FactsOfExecution(run, id);
  const std::string name = "@" + std::to_string(id.index());
  const auto bad = listed.bad.find(id);
  const int64_t bad_count = bad == listed.bad.end() ? 0 : bad->second;
  const double time =
      facts.time_ns == kNoTime ? 0 : static_cast<double>(facts.time_ns - listed.start_ns) / 1e6;
  Cell what = TextCell(facts.what);
  if (!facts.graph.empty())
    what = TextCell(facts.what, Style::kName, "lg " + std::string(facts.graph));
  Cell number = TextCell(name, Style::kName, "ni -d -t " + name);
  number.datum = int64_t{id.index()};
  return {std::move(number),
          MaybeCell(facts.step),
          facts.time_ns == kNoTime
              ? UnknownCell()
              : Cell{MillisecondsText(facts.time_ns - listed.start_ns), Style::kFaint, {}, time},
          std::move(what),
          facts.graph.empty() ? Cell() : TextCell(facts.graph),
          NumberCell(facts.outputs),
          bad_count > 0 ? NumberCell(bad_count, Style::kError)
                        : Cell{"", Style::kPlain, {}, int64_t{0}},
          TextCell(facts.fetches),
          TextCell(facts.feeds),
          TextCell(facts.targets)};
}

Result<Document> Executions(Workspace& workspace, const Arguments& arguments) {
  session::RunView& run = workspace.position.run();
  const store::Run& tables = run.run();
  TDBG_ASSIGN_OR_RETURN(const auto steps, ReadSteps(arguments.Value("--steps")));
  TDBG_ASSIGN_OR_RETURN(const auto names,
                        session::Pattern::Compile(arguments.Value("--name_filter")));
  auto listed = std::make_shared<ListedExecutions>();
  listed->start_ns = run.zero_ns();
  bool sessions = false;
  std::unordered_map<std::string_view, bool> fits;  // names repeat
  for (const ExecutionId id : tables.executions.ids()) {
    const store::Execution& execution = tables.executions[id];
    sessions = sessions || !execution.op_type.valid();
    if (steps) {
      const auto step = run.steps().Of(id);
      if (!step || *step < steps->first || *step > steps->last) continue;
    }
    if (!names.FitsAll()) {
      const std::string_view what = session::WhatRan(tables, id);
      const auto [it, added] = fits.try_emplace(what, false);
      if (added) it->second = names.Fits(what);
      if (!it->second) continue;
    }
    listed->executions.push_back(id);
  }
  for (const query::Alert& alert : run.alerts()) {
    if (const ExecutionId id = tables.events.execution[alert.event]; id.valid()) ++listed->bad[id];
  }
  const auto count = static_cast<int64_t>(listed->executions.size());
  std::string title = Counted(count, sessions ? "Session.run call" : "execution");
  if (listed->executions.size() != tables.executions.size()) {
    title += " of " + std::to_string(tables.executions.size());
  }
  Document page = Document::Of(std::move(title));
  const Side session_only = sessions ? Side::kLeft : Side::kNowhere;
  const bool has_steps = count > 0 && run.steps().Of(listed->executions.front()).has_value();
  Table table{"executions",
              {{"execution", "", Side::kRight},
               {"step", "step", has_steps ? Side::kRight : Side::kNowhere},
               {"time_ms", "t (ms)", Side::kRight, {}, 2},
               {"what", "what ran", sessions ? Side::kNowhere : Side::kLeft},
               {"graph", "", Side::kNowhere},
               {"outputs", "outputs", sessions ? Side::kNowhere : Side::kRight, {}, 1},
               {"bad", "bad", Side::kRight},
               {"fetches", "fetches", session_only},
               {"feeds", "feeds", session_only},
               {"targets", "targets", session_only}},
              listed->executions.size(),
              [listed, &run](size_t i) { return Row(run, *listed, i); }};
  page.Show(std::move(table));
  return page;
}

}  // namespace

Command ExecutionsCommand() {
  return {
      .name = "executions",
      .aliases = {"le"},
      .topic = Topic::kRun,
      .summary = "list what the program ran: eager ops, function calls, Session.run calls",
      .positional = {},
      .flags = {{"-n", "--name_filter", "REGEX", "only those whose op or function matches",
                 Kind::kOpType},
                {"-s", "--steps", "N or FIRST:LAST", "only those of these steps"}},
      .details =
          "bad counts the tensors with NaN or an infinity that an execution made, those of "
          "the graphs it ran included.",
      .examples = {"le", "le -n train", "le -s 3:5"},
      .run = Executions,
  };
}

}  // namespace tdbg::view
