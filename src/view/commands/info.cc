#include <charconv>

#include "base/near_names.h"
#include "base/printable.h"
#include "view/command_table.h"
#include "view/commands/run_tables.h"

namespace tdbg::view {
namespace {

// What gdb's users look for, and the command that has it. "" is answered here.
struct InfoTopic {
  std::string_view name;
  std::string_view command;
};
constexpr InfoTopic kTopics[] = {
    {"alerts", "alerts"},         {"devices", ""},       {"display", "display"},
    {"executions", "executions"}, {"filters", "filter"}, {"frame", "frame"},
    {"graphs", "graphs"},         {"line", "frame"},     {"losses", ""},
    {"run", "run_info"},          {"runs", ""},          {"settings", "config"},
    {"sources", "list_source"},   {"stack", "stack"},    {"steps", "steps"},
    {"tensors", "list_tensors"},
};

std::string TopicList() {
  std::string list;
  for (const InfoTopic& topic : kTopics) {
    list += (list.empty() ? "" : ", ") + std::string(topic.name);
  }
  return list;
}

// The topic, or the only one that begins so.
const InfoTopic* FindTopic(std::string_view text) {
  const InfoTopic* found = nullptr;
  for (const InfoTopic& topic : kTopics) {
    if (topic.name == text) return &topic;
    if (!topic.name.starts_with(text)) continue;
    if (found != nullptr) return nullptr;
    found = &topic;
  }
  return found;
}

Result<Document> Info(Workspace& workspace, const Arguments& arguments) {
  if (arguments.text().empty()) return workspace.interpret("run_info");
  const InfoTopic* const topic = FindTopic(arguments.text());
  if (topic == nullptr) {
    return InvalidArgument("info: '" + arguments.text() + "' is no topic; they are " + TopicList());
  }
  if (!topic->command.empty()) return workspace.interpret(topic->command);
  const store::Trace& trace = workspace.position.session().trace();
  Document page;
  if (topic->name == "losses") {
    const auto losses = static_cast<int64_t>(trace.losses.losses().size());
    page.title =
        losses == 0 ? "recording complete" : "recording incomplete in " + Counted(losses, "way");
    page.Show(LossTable(trace));
  } else if (topic->name == "devices") {
    page.title =
        Counted(static_cast<int64_t>(workspace.position.run().run().devices.size()), "device");
    page.Show(DeviceTable(workspace.position.run()));
  } else {
    page.title = Counted(static_cast<int64_t>(workspace.position.session().runs().size()), "run") +
                 " in " + trace.path;
    page.Show(RunTable(workspace.position));
  }
  return page;
}

// The run of that number or id, or the only one whose id begins so.
Result<size_t> FindRun(Position& position, const std::string& text) {
  const auto& runs = position.session().runs();
  std::vector<size_t> found;
  std::vector<std::string_view> ids;
  for (size_t i = 0; i < runs.size(); ++i) {
    ids.push_back(runs[i].run().id);
    if (ids.back() == text) return i;
    if (!text.empty() && ids.back().starts_with(text)) found.push_back(i);
  }
  size_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc() && stop == end && number < runs.size()) return number;
  if (found.size() == 1) return found.front();
  return NotFound("there is no run '" + text + "'" + DidYouMean(text, ids) +
                  " (`info runs` lists them)");
}

Result<Document> Use(Workspace& workspace, const Arguments& arguments) {
  if (!arguments.text().empty()) {
    TDBG_ASSIGN_OR_RETURN(const size_t number, FindRun(workspace.position, arguments.text()));
    workspace.position.GoToRun(number);
  }
  Document page = Document::Of("looking at run " + workspace.position.run().run().id);
  page.Show(RunTable(workspace.position));
  return page;
}

}  // namespace

Command InfoCommand() {
  return {
      .name = "info",
      .aliases = {},
      .topic = Topic::kRun,
      .summary = "tell about the run, its parts or the prompt, as gdb's info does",
      .positional = {"a topic", Positional::Count::kOptional, Kind::kTopic},
      .details =
          "Topics: alerts, devices, display, executions, filters, frame, graphs, line, "
          "losses, run, runs, settings, sources, stack, steps, tensors. The beginning of a "
          "word is enough.",
      .examples = {"info runs", "info losses", "info frame"},
      .run = Info,
  };
}

Command UseCommand() {
  return {
      .name = "use",
      .aliases = {},
      .topic = Topic::kRun,
      .summary = "choose the run to look at, where the path holds several",
      .positional = {"number or id of a run", Positional::Count::kOptional, Kind::kRun},
      .examples = {"use 1", "use 5b2813ba"},
      .run = Use,
  };
}

}  // namespace tdbg::view
