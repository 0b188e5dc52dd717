#include "session/tensor_lookup.h"

#include <algorithm>
#include <set>

#include "base/near_names.h"
#include "base/printable.h"
#include "session/feeds.h"
#include "session/tensor_facts.h"

namespace tdbg::session {
namespace {

using query::TensorMatch;
using query::TensorName;
using store::EventId;
using store::GraphId;
using store::OpId;

constexpr size_t kMostCandidates = 8;

template <typename Texts>
std::string Joined(const Texts& texts) {
  std::string list;
  size_t count = 0;
  for (const std::string& text : texts) {
    if (count++ == kMostCandidates) {
      return list + ", … (" + std::to_string(texts.size()) + " in all)";
    }
    list += (list.empty() ? "" : ", ") + text;
  }
  return list;
}

std::vector<std::string_view> OpNames(const store::Run& run) {
  std::vector<std::string_view> names;
  for (const OpId op : run.graphs.op_ids()) names.push_back(run.strings[run.graphs.op(op).name]);
  return names;
}

Status NothingFound(RunView& view, const TensorName& name) {
  const store::Run& run = view.run();
  if (name.op.empty()) {
    const auto number = static_cast<size_t>(name.execution);
    if (number < run.executions.end_index() && !run.executions.Has(store::ExecutionId(number))) {
      return store::NotKept("execution @" + std::to_string(number));
    }
    return NotFound("execution " + std::to_string(name.execution) + " has no recorded output " +
                    std::to_string(name.slot) + "; the run has " +
                    Counted(static_cast<int64_t>(run.executions.size()), "execution") +
                    ", from 0 on");
  }
  const std::vector<OpId> ops = query::OpsNamed(run, name);
  if (ops.empty()) {
    return NotFound("there is no op named " + name.op +
                    (name.graph.empty() ? "" : " in graph " + name.graph) +
                    DidYouMean(name.op, OpNames(run)));
  }
  std::set<std::string> slots;
  for (const OpId op : ops) {
    for (const EventId event : view.index().OfOp(op)) {
      slots.insert(name.op + ":" + std::to_string(run.events.slot[event]));
    }
  }
  if (slots.empty()) return NotFound("nothing of " + name.op + " was recorded");
  return NotFound(name.op + ":" + std::to_string(name.slot) +
                  (name.debug_op.empty() ? "" : ":" + name.debug_op) +
                  " was not recorded; what was: " + Joined(slots));
}

// The slots of which something was recorded: in ops of the graph `near` that the name fits, else in
// all that it fits.
std::set<int32_t> RecordedSlots(RunView& view, const TensorName& name, GraphId near) {
  std::set<int32_t> slots, slots_near;
  for (const OpId op : query::OpsNamed(view.run(), name)) {
    for (const EventId event : view.index().OfOp(op)) {
      const int32_t slot = view.run().events.slot[event];
      slots.insert(slot);
      if (view.run().graphs.op(op).graph == near) slots_near.insert(slot);
    }
  }
  return slots_near.empty() ? slots : slots_near;
}

// Leaves only the match in the graph, if exactly one is.
void KeepNear(const store::Run& run, GraphId near, std::vector<TensorMatch>& matches) {
  const auto is_near = [&](const TensorMatch& match) {
    const OpId op = run.events.op[match.events.front()];
    return op.valid() && run.graphs.op(op).graph == near;
  };
  if (std::count_if(matches.begin(), matches.end(), is_near) != 1) return;
  std::erase_if(matches, [&](const TensorMatch& match) { return !is_near(match); });
}

Status SeveralFound(const store::Run& run, const std::string& name,
                    const std::vector<TensorMatch>& matches) {
  std::vector<std::string> names;
  bool one_name = true;
  const auto op_name = [&](const TensorMatch& match) {
    return run.graphs.op(run.events.op[match.events.front()]).name;
  };
  for (const TensorMatch& match : matches) {
    names.push_back(match.name);
    one_name = one_name && op_name(match) == op_name(matches.front());
  }
  return InvalidArgument(name + (one_name ? " is in several graphs" : " fits several ops") +
                         "; say which: " + Joined(names));
}

// The last event that holds the tensor itself; in tfdbg1 runs others hold what debug ops counted in
// it.
size_t LastValue(const store::Run& run, const std::vector<EventId>& events) {
  for (size_t i = events.size(); i-- > 0;) {
    if (!IsDebugOpOutput(run, events[i])) return i;
  }
  return events.size() - 1;
}

}  // namespace

Result<FoundTensor> FindTensor(RunView& view, std::string_view text, GraphId near) {
  TDBG_ASSIGN_OR_RETURN(const TensorName name, query::ParseTensorName(text));
  return FindTensor(view, name, near);
}

Result<FoundTensor> FindTensor(RunView& view, const TensorName& typed, GraphId near) {
  TensorName name = typed;
  if (!name.slot_given && !name.op.empty()) {
    const std::set<int32_t> slots = RecordedSlots(view, name, near);
    if (slots.size() > 1) {
      std::vector<std::string> names;
      for (const int32_t slot : slots) names.push_back(name.op + ":" + std::to_string(slot));
      return InvalidArgument("several outputs of " + name.op +
                             " were recorded; say which: " + Joined(names));
    }
    if (!slots.empty()) name.slot = *slots.begin();
  }
  std::vector<TensorMatch> matches = query::FindTensors(view.run(), view.index(), name);
  if (matches.empty()) {
    // The runtime renames what is fed; people know it by their own name.
    auto feed = FindFeed(view, name.op + ":" + std::to_string(name.slot));
    if (name.op.empty() || !feed.ok() || feed->events.empty()) return NothingFound(view, name);
    matches.push_back({std::move(feed->name), std::move(feed->events)});
  }
  if (matches.size() > 1) KeepNear(view.run(), near, matches);
  if (matches.size() > 1) return SeveralFound(view.run(), name.op, matches);
  FoundTensor found{std::move(matches[0].name), std::move(matches[0].events), 0, name.slice};
  found.chosen = LastValue(view.run(), found.events);
  if (name.occurrence) {
    if (static_cast<size_t>(*name.occurrence) >= found.events.size()) {
      return NotFound(found.name + " has " +
                      Counted(static_cast<int64_t>(found.events.size()), "event") + ": #0 … #" +
                      std::to_string(found.events.size() - 1));
    }
    found.chosen = static_cast<size_t>(*name.occurrence);
  }
  return found;
}

}  // namespace tdbg::session
