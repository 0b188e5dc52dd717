#include <algorithm>
#include <optional>

#include "base/printable.h"
#include "base/whole_number.h"
#include "session/tensor_list.h"
#include "view/command_table.h"
#include "view/commands/tensor_table.h"
#include "view/current_tensor.h"

namespace tdbg::view {
namespace {

using store::EventId;

// The event under the cursor as a row of lt, its place in the run, and what `display` asked for.
Document Here(Workspace& workspace) {
  session::RunView& run = workspace.position.run();
  const EventId event = workspace.position.cursor().event;
  Document page = Document::Of("event " + std::to_string(run.index().rank(event)) + " of " +
                               std::to_string(run.run().events.size()) + ", counted from 0");
  page.Show(TensorTable(workspace.position, {event}));
  for (const std::string& command : workspace.defined.displays) {
    const Result<Document> shown = workspace.interpret("print " + command);
    page.Say(command, Style::kStrong);
    if (!shown.ok()) {
      page.Say(shown.status().message(), Style::kError);
      continue;
    }
    page.blocks.insert(page.blocks.end(), shown->blocks.begin(), shown->blocks.end());
  }
  return page;
}

Document MoveTo(Workspace& workspace, EventId event) {
  workspace.position.cursor() = {event, 0};
  return Here(workspace);
}

std::optional<int64_t> ReadCount(const std::string& text) {
  if (text.empty()) return 1;
  const std::optional<int64_t> count = WholeNumber(text);
  return count && *count >= 1 ? count : std::nullopt;
}

// The events to step through: all, or those that a filter lets pass.
Result<std::vector<EventId>> Stops(Workspace& workspace, const Arguments& arguments) {
  session::TensorQuery query;
  query.filter = arguments.Value("--tensor_filter");
  query.node_regex = arguments.Value("--node_name_filter");
  return session::ListTensors(workspace.position.run(), query, workspace.defined.filters,
                              workspace.surface.stop);
}

Result<Document> MoveCursor(Workspace& workspace, const Arguments& arguments, bool forward) {
  const std::optional<int64_t> count = ReadCount(arguments.text());
  if (!count) return InvalidArgument("how many events to go is a whole number from 1 on");
  TDBG_ASSIGN_OR_RETURN(const EventId current, CurrentEvent(workspace.position));
  TDBG_ASSIGN_OR_RETURN(const std::vector<EventId> events, Stops(workspace, arguments));
  const query::EventIndex& index = workspace.position.run().index();
  const auto earlier = [&](EventId a, EventId b) { return index.rank(a) < index.rank(b); };
  const bool filtered = events.size() < index.chronological().size();
  if (forward) {
    const auto next = std::upper_bound(events.begin(), events.end(), current, earlier);
    if (next == events.end()) {
      return NotFound(filtered ? "no later tensor passes the filter"
                               : "that was the last one: `rs` goes back");
    }
    return MoveTo(workspace, *(next + std::min<int64_t>(*count - 1, events.end() - next - 1)));
  }
  const auto at = std::lower_bound(events.begin(), events.end(), current, earlier);
  if (at == events.begin()) {
    return NotFound(filtered ? "no earlier tensor passes the filter"
                             : "that was the first one: `step` goes on");
  }
  return MoveTo(workspace, *(at - std::min<int64_t>(*count, at - events.begin())));
}

Result<Document> Find(Workspace& workspace, const Arguments& arguments) {
  if (!arguments.text().empty()) workspace.left_off.found_filter = arguments.text();
  if (workspace.left_off.found_filter.empty()) {
    return InvalidArgument("find: needs a filter; `help filters` tells how to write one");
  }
  const bool again = arguments.text().empty();
  TDBG_ASSIGN_OR_RETURN(const EventId current, CurrentEvent(workspace.position));
  session::TensorQuery query;
  query.filter = workspace.left_off.found_filter;
  TDBG_ASSIGN_OR_RETURN(const std::vector<EventId> events,
                        session::ListTensors(workspace.position.run(), query,
                                             workspace.defined.filters, workspace.surface.stop));
  if (events.empty()) return NotFound("no tensor passes " + workspace.left_off.found_filter);
  const query::EventIndex& index = workspace.position.run().index();
  const auto earlier = [&](EventId a, EventId b) { return index.rank(a) < index.rank(b); };
  auto at = events.begin();
  if (arguments.Has("--backwards")) {
    at = std::lower_bound(events.begin(), events.end(), current, earlier);
    if (at == events.begin()) return NotFound("no earlier tensor passes the filter");
    --at;
  } else if (again) {
    at = std::upper_bound(events.begin(), events.end(), current, earlier);
    if (at == events.end()) {
      return NotFound("no later tensor passes the filter: `find -b` goes back");
    }
  }
  Document page = MoveTo(workspace, *at);
  page.title = "match " + std::to_string(at - events.begin() + 1) + " of " +
               std::to_string(events.size()) + ", " + page.title;
  return page;
}

Result<Document> Step(Workspace& workspace, const Arguments& arguments) {
  return MoveCursor(workspace, arguments, true);
}

Result<Document> ReverseStep(Workspace& workspace, const Arguments& arguments) {
  return MoveCursor(workspace, arguments, false);
}

Result<EventId> FirstOfStep(Position& position, const std::string& text) {
  const std::optional<int64_t> step = text == "0" ? 0 : ReadCount(text);
  if (!step || text.empty()) return InvalidArgument("goto: which step? Type `goto step N`");
  session::RunView& run = position.run();
  for (const EventId event : run.index().chronological()) {
    const store::ExecutionId execution = run.run().events.execution[event];
    if (execution.valid() && run.steps().Of(execution) == step) return event;
  }
  return NotFound("nothing was recorded in step " + text);
}

Result<EventId> Target(Workspace& workspace, const Arguments& arguments) {
  const std::vector<std::string>& words = arguments.words();
  const auto events = workspace.position.run().index().chronological();
  if (events.empty()) return NotFound("no tensor was recorded in this run");
  if (words[0] == "step") return FirstOfStep(workspace.position, words.size() > 1 ? words[1] : "");
  if (words.size() > 1) return InvalidArgument("goto: takes one place to go to");
  if (words[0] == "first") return events.front();
  if (words[0] == "last") return events.back();
  if (words[0] == "origin") {
    workspace.position.cursor().event = EventId();
    return CurrentEvent(workspace.position);
  }
  if (const auto number = words[0] == "0" ? 0 : ReadCount(words[0])) {
    if (static_cast<size_t>(*number) >= events.size()) {
      return NotFound("goto: the run has events 0 … " + std::to_string(events.size() - 1));
    }
    return events[static_cast<size_t>(*number)];
  }
  TDBG_ASSIGN_OR_RETURN(const session::FoundTensor found,
                        NamedTensor(workspace.position, words[0]));
  return found.event();
}

Result<Document> Goto(Workspace& workspace, const Arguments& arguments) {
  TDBG_ASSIGN_OR_RETURN(const EventId event, Target(workspace, arguments));
  return MoveTo(workspace, event);
}

std::vector<Flag> MoveFlags() {
  return {
      {"-f", "--tensor_filter", "FILTER", "only stop at tensors that pass", Kind::kFilter},
      {"-n", "--node_name_filter", "REGEX", "only stop at nodes whose name matches", Kind::kNode}};
}

}  // namespace

Command StepCommand() {
  return {
      .name = "step",
      .aliases = {"s"},
      .topic = Topic::kMoving,
      .summary = "go to the next recorded tensor, or N further",
      .positional = {"how many", Positional::Count::kOptional},
      .flags = MoveFlags(),
      .details =
          "The tensor under the cursor is what pt, ni, li, lo, bt, list and origin speak of "
          "when they are given no name, and what `.` means in a name's place.",
      .examples = {"step", "s 10", "step -f has_inf_or_nan", "step -n ^loss"},
      .run = Step,
  };
}

Command FindTensorCommand() {
  return {
      .name = "find",
      .aliases = {},
      .topic = Topic::kMoving,
      .summary = "go to the first tensor that passes a filter; without one, to the next",
      .positional = {"a filter", Positional::Count::kRest, Kind::kFilter},
      .flags = {{"-b", "--backwards", "", "to the last one before the cursor"}},
      .details = "`help filters` tells what a filter may ask. `lt -f` lists all that pass.",
      .examples = {"find has_inf_or_nan", "find 'max > 1e4 and op == \"MatMul\"'", "find",
                   "find -b nan > 0"},
      .run = Find,
  };
}

Command ReverseStepCommand() {
  return {
      .name = "reverse-step",
      .aliases = {"rs"},
      .topic = Topic::kMoving,
      .summary = "go back to the tensor recorded before, or N back",
      .positional = {"how many", Positional::Count::kOptional},
      .flags = MoveFlags(),
      .examples = {"rs", "rs 5", "rs -n Softmax"},
      .run = ReverseStep,
  };
}

Command GotoCommand() {
  return {
      .name = "goto",
      .aliases = {},
      .topic = Topic::kMoving,
      .summary = "put the cursor on a tensor",
      .positional = {"a tensor, an event's number, first, last, origin or step N",
                     Positional::Count::kAny, Kind::kTensor},
      .details =
          "A number is the event's place in the order of time, from 0. A tensor that was "
          "recorded several times means its last; #n picks another.\n"
          "`origin` is where the first bad value was born.",
      .examples = {"goto origin", "goto loss/Log:0#2", "goto step 3", "goto 120"},
      .run = [](Workspace& workspace, const Arguments& arguments) -> Result<Document> {
        if (arguments.words().empty()) {
          TDBG_ASSIGN_OR_RETURN(const EventId event, CurrentEvent(workspace.position));
          return MoveTo(workspace, event);
        }
        return Goto(workspace, arguments);
      },
  };
}

}  // namespace tdbg::view
