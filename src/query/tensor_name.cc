#include "query/tensor_name.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "tensor/format_text.h"

namespace tdbg::query {
namespace {

using store::EventId;
using store::GraphId;
using store::OpId;

constexpr char kAccepted[] = "expected [graph::]op:slot[#n][slice] or @execution:slot[slice]";

template <typename Number>
bool ReadNumber(std::string_view digits, Number& number) {
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return error == std::errc() && end == digits.data() + digits.size() && number >= 0;
}

Status Bad(std::string_view text, std::string_view why) {
  constexpr size_t kShown = 200;
  std::string shown = tensor::EscapeControls(text.substr(0, kShown));
  if (text.size() > kShown) shown += "...";
  return InvalidArgument("tensor name '" + shown + "': " + std::string(why) + "; " + kAccepted);
}

// The events of output `slot` that have the debug op and the device that `name` asks for.
std::vector<EventId> Kept(const store::Run& run, std::span<const EventId> events, int32_t slot,
                          const TensorName& name) {
  std::vector<EventId> kept;
  for (const EventId event : events) {
    if (run.events.slot[event] != slot) continue;
    if (!name.debug_op.empty() && DebugOpOf(run, event) != name.debug_op) continue;
    if (!name.device.empty() && run.DeviceName(run.events.device[event]) != name.device) continue;
    kept.push_back(event);
  }
  return kept;
}

// Cuts "/job:localhost/replica:0/task:0/device:CPU:0:" off the front. Device names are full of
// colons; all of them end in a number.
std::string_view CutDevice(std::string_view& text) {
  constexpr std::string_view kDigits = "0123456789";
  if (!text.starts_with("/job:")) return {};
  const size_t task = text.find("/task:");
  const size_t kind = task == std::string_view::npos ? task : text.find('/', task + 1);
  if (kind == std::string_view::npos) return {};
  constexpr std::string_view kDevice = "/device:";
  const size_t type = text.substr(kind).starts_with(kDevice) ? kind + kDevice.size() : kind + 1;
  const size_t colon = text.find(':', type);
  if (colon == std::string_view::npos || colon == type) return {};
  const size_t end = text.find_first_not_of(kDigits, colon + 1);
  if (end == std::string_view::npos || end == colon + 1 || text[end] != ':') return {};
  const std::string_view device = text.substr(0, end);
  text.remove_prefix(end + 1);
  return device;
}

std::string SlotText(int32_t slot) { return slot < 0 ? ":?" : ":" + std::to_string(slot); }

// Gives each match a name of its own. A function that was traced twice has two graphs of one name,
// which only their keys tell apart. Graphs without a name are told apart by their devices.
void MakeDistinct(const store::Run& run, std::vector<TensorMatch>& matches) {
  std::unordered_map<std::string, int> uses;
  for (const TensorMatch& match : matches) ++uses[match.name];
  for (TensorMatch& match : matches) {
    const EventId event = match.events.front();
    const store::Op& op = run.graphs.op(run.events.op[event]);
    const store::Graph& graph = run.graphs.graph(op.graph);
    if (uses[match.name] == 1 && graph.name.valid()) continue;
    const std::string name = std::string(run.strings[op.name]) + SlotText(run.events.slot[event]);
    const std::string_view device = run.DeviceName(graph.device);
    match.name = !graph.name.valid() && !device.empty()
                     ? std::string(device) + ":" + name
                     : std::string(run.strings[graph.key]) + "::" + name;
  }
}

// The part behind the ellipsis of a shortened name, "/b" of "…/b"; "" for a name that is whole.
std::string_view EndOfCutName(std::string_view name) {
  for (const std::string_view cut : {"…", "..."}) {
    if (name.size() > cut.size() && name.starts_with(cut)) return name.substr(cut.size());
  }
  return {};
}

}  // namespace

Result<TensorName> ParseTensorName(std::string_view text) {
  TensorName name;
  std::string_view rest = text;
  if (const size_t bracket = rest.find('['); bracket != std::string_view::npos) {
    name.slice = rest.substr(bracket);
    rest = rest.substr(0, bracket);
  }
  if (const size_t hash = rest.rfind('#'); hash != std::string_view::npos) {
    int64_t occurrence = 0;
    if (!ReadNumber(rest.substr(hash + 1), occurrence)) return Bad(text, "#n is no number");
    name.occurrence = occurrence;
    rest = rest.substr(0, hash);
  }
  name.device = CutDevice(rest);
  if (const size_t colon = rest.rfind(':');
      colon != std::string_view::npos &&
      rest.substr(colon + 1).starts_with(frameworks::tensorflow::kDebug) &&
      !rest.substr(0, colon).ends_with(':')) {
    name.debug_op = rest.substr(colon + 1);
    rest = rest.substr(0, colon);
  }
  const bool eager = rest.starts_with('@');
  if (eager) rest.remove_prefix(1);
  if (const size_t colons = rest.rfind("::"); !eager && colons != std::string_view::npos) {
    name.graph = rest.substr(0, colons);
    rest = rest.substr(colons + 2);
  }
  if (const size_t colon = rest.rfind(':'); colon != std::string_view::npos) {
    const std::string_view slot = rest.substr(colon + 1);
    if (eager && slot == "?") {
      name.slot = kUnknownSlot;
    } else if (!ReadNumber(slot, name.slot)) {
      return Bad(text, "the slot is no number");
    }
    name.slot_given = true;
    rest = rest.substr(0, colon);
  }
  if (rest.empty()) return Bad(text, "it names no op");
  if (!eager) {
    name.op = rest;
  } else if (!ReadNumber(rest, name.execution)) {
    return Bad(text, "the execution is no number");
  }
  return name;
}

bool IsCalled(std::string_view op_name, std::string_view text) {
  const std::string_view end = EndOfCutName(text);
  return end.empty() ? op_name == text : op_name.ends_with(end);
}

bool NamesGraph(const store::Run& run, GraphId graph, std::string_view text) {
  return text.empty() || run.strings[run.graphs.graph(graph).name] == text ||
         run.strings[run.graphs.graph(graph).key] == text;
}

std::vector<OpId> OpsNamed(const store::Run& run, const TensorName& name) {
  std::vector<OpId> ops;
  const auto add = [&](OpId op) {
    if (std::find(ops.begin(), ops.end(), op) == ops.end()) ops.push_back(op);
  };
  if (!EndOfCutName(name.op).empty()) {
    for (const GraphId graph : run.graphs.graph_ids()) {
      if (!NamesGraph(run, graph, name.graph)) continue;
      for (const OpId op : run.graphs.graph(graph).ops) {
        if (!IsCalled(run.strings[run.graphs.op(op).name], name.op)) continue;
        const OpId worker = run.graphs.op(op).ran_inside;
        add(worker.valid() ? worker : op);
      }
    }
    return ops;
  }
  const StringId op_name = run.strings.Find(name.op);
  if (!op_name.valid()) return ops;
  for (const GraphId graph : run.graphs.graph_ids()) {
    if (!NamesGraph(run, graph, name.graph)) continue;
    const OpId op = run.graphs.FindOp(graph, op_name);
    if (!op.valid()) continue;
    const OpId worker = run.graphs.op(op).ran_inside;
    add(worker.valid() ? worker : op);
  }
  // Ops that the runtime renamed are found by the name that the user gave them, too.
  std::vector<OpId> renamed;
  for (const auto& [op, written] : run.written) {
    if (written.name != op_name) continue;
    const bool meant = NamesGraph(run, run.graphs.op(op).graph, name.graph) ||
                       run.strings[written.graph] == name.graph;
    if (meant) renamed.push_back(op);
  }
  std::sort(renamed.begin(), renamed.end());
  for (const OpId op : renamed) add(op);
  return ops;
}

bool CountAsOne(const store::Graph& a, const store::Graph& b) {
  return !a.name.valid() && !b.name.valid() && a.device.valid() && a.device == b.device;
}

std::vector<TensorMatch> FindTensors(const store::Run& run, const EventIndex& index,
                                     const TensorName& name) {
  std::vector<TensorMatch> matches;
  const auto add = [&](std::span<const EventId> events, int32_t slot) {
    TensorMatch match;
    match.events = Kept(run, events, slot, name);
    if (match.events.empty()) return;
    match.name = NameOf(run, match.events.front());
    matches.push_back(std::move(match));
  };

  if (name.op.empty()) {
    const store::ExecutionId id(static_cast<size_t>(name.execution));
    if (!run.executions.Has(id)) return matches;
    const store::Execution& execution = run.executions[id];
    std::vector<EventId> events;
    for (int32_t i = 0; i < execution.num_events; ++i) {
      events.push_back(EventId(execution.first_event.index() + static_cast<uint32_t>(i)));
    }
    add(events, name.slot);
    if (matches.empty()) add(events, kUnknownSlot);
    return matches;
  }
  std::vector<OpId> found;
  for (const OpId op : OpsNamed(run, name)) {
    if (index.OfOp(op).empty()) continue;
    const store::Op& made = run.graphs.op(op);
    const bool known = std::any_of(found.begin(), found.end(), [&](OpId id) {
      const store::Op& other = run.graphs.op(id);
      return other.name == made.name &&
             CountAsOne(run.graphs.graph(made.graph), run.graphs.graph(other.graph));
    });
    if (known) continue;
    found.push_back(op);
    add(EventsOfOutput(run, index, op, name.slot), name.slot);
  }
  if (matches.size() > 1) MakeDistinct(run, matches);
  return matches;
}

std::vector<EventId> EventsOfOutput(const store::Run& run, const EventIndex& index, OpId op,
                                    int32_t slot) {
  const store::Graph& graph = run.graphs.graph(run.graphs.op(op).graph);
  const auto own = index.OfOutput(op, slot);
  std::vector<EventId> events(own.begin(), own.end());
  if (graph.name.valid()) return events;
  for (const GraphId id : run.graphs.graph_ids()) {
    const OpId other = run.graphs.FindOp(id, run.graphs.op(op).name);
    if (!other.valid() || other == op || !CountAsOne(graph, run.graphs.graph(id))) continue;
    const auto more = index.OfOutput(other, slot);
    events.insert(events.end(), more.begin(), more.end());
  }
  std::sort(events.begin(), events.end(),
            [&](EventId a, EventId b) { return index.rank(a) < index.rank(b); });
  return events;
}

std::string_view DebugOpOf(const store::Run& run, EventId event) {
  if (run.format != store::Format::kTfdbg1) return "";
  return DebugOpName(run.events.detail[event]);
}

std::string NameOf(const store::Run& run, EventId event) {
  const std::string slot = SlotText(run.events.slot[event]);
  const OpId op = run.events.op[event];
  if (!op.valid()) return "@" + std::to_string(run.events.execution[event].index()) + slot;
  const store::Graph& graph = run.graphs.graph(run.graphs.op(op).graph);
  const std::string_view graph_name = run.strings[graph.name];
  const std::string name = std::string(run.strings[run.graphs.op(op).name]) + slot;
  return graph_name.empty() ? name : std::string(graph_name) + "::" + name;
}

}  // namespace tdbg::query
