#include "session/tensor_sort.h"

#include <algorithm>
#include <optional>
#include <span>
#include <unordered_map>

#include "base/near_names.h"
#include "query/in_parts.h"
#include "query/stable_order.h"
#include "query/tensor_name.h"

namespace tdbg::session {
namespace {

using store::EventId;
using store::OpId;

std::string_view OpTypeOf(const store::Run& run, EventId event) {
  const OpId op = run.events.op[event];
  return run.strings[op.valid() ? run.graphs.op(op).type
                                : run.executions[run.events.execution[event]].op_type];
}

// The key of each event by some text that its op decides; texts are compared once for each op.
template <typename TextOf>
std::vector<uint64_t> KeysByText(const store::Run& run, std::span<const EventId> events,
                                 TextOf text_of) {
  std::vector<std::string_view> texts;
  std::vector<uint32_t> text_of_op(run.graphs.num_ops(), UINT32_MAX);
  std::vector<uint32_t> which;
  which.reserve(events.size());
  for (const EventId event : events) {
    const OpId op = run.events.op[event];
    uint32_t place = op.valid() ? text_of_op[op.index()] : UINT32_MAX;
    if (place == UINT32_MAX) {
      place = static_cast<uint32_t>(texts.size());
      texts.push_back(text_of(event));
      if (op.valid()) text_of_op[op.index()] = place;
    }
    which.push_back(place);
  }
  const std::vector<uint64_t> ranks = query::TextRanks(texts);
  std::vector<uint64_t> keys;
  keys.reserve(events.size());
  for (const uint32_t place : which) keys.push_back(ranks[place]);
  return keys;
}

// Tensor names compare as texts, slot included: "a:10" comes before "a:2", and "a/b:0" before
// "a:0".
std::vector<uint64_t> KeysByName(const store::Run& run, std::span<const EventId> events) {
  // Slots beyond this are rare enough to share a place.
  constexpr uint32_t kSlots = 64;
  std::vector<std::string> names;
  std::unordered_map<uint64_t, uint32_t> known;
  std::vector<uint32_t> which;
  which.reserve(events.size());
  for (const EventId event : events) {
    const OpId op = run.events.op[event];
    const int32_t slot = run.events.slot[event];
    const uint64_t owner =
        op.valid() ? op.index() : (uint64_t{1} << 32) + run.events.execution[event].index();
    const uint64_t key =
        owner * kSlots + std::min<uint32_t>(static_cast<uint32_t>(slot + 1), kSlots - 1);
    const auto [it, added] = known.try_emplace(key, static_cast<uint32_t>(names.size()));
    if (added) {
      names.push_back(op.valid() ? std::string(run.strings[run.graphs.op(op).name]) + ":" +
                                       std::to_string(slot)
                                 : query::NameOf(run, event));
    }
    which.push_back(it->second);
  }
  const std::vector<uint64_t> ranks =
      query::TextRanks(std::vector<std::string_view>(names.begin(), names.end()));
  std::vector<uint64_t> keys;
  keys.reserve(events.size());
  for (const uint32_t place : which) keys.push_back(ranks[place]);
  return keys;
}

// Keys from what was recorded of each event; events of which it is unknown come last.
std::vector<uint64_t> KeysByDigest(const store::Run& run, std::span<const EventId> events,
                                   std::string_view key, bool reverse,
                                   const std::atomic<bool>& stop) {
  const auto number_of = [&](const store::Digest& digest) -> std::optional<double> {
    const auto whole = [](const std::optional<int64_t>& count) -> std::optional<double> {
      return count ? std::optional<double>(static_cast<double>(*count)) : std::nullopt;
    };
    if (key == "elements") return whole(digest.elements);
    if (key == "min") return digest.min;
    if (key == "max") return digest.max;
    if (key == "mean") return digest.mean;
    if (digest.nan && digest.pos_inf && digest.neg_inf) {
      return whole(*digest.nan + *digest.pos_inf + *digest.neg_inf);
    }
    return digest.bad ? std::optional<double>(*digest.bad ? 1 : 0) : std::nullopt;
  };
  const bool extreme = key == "min" || key == "max" || key == "mean";
  // What can be told without reading what was recorded.
  const auto known = [&](EventId event) -> std::optional<std::optional<double>> {
    if (extreme && !run.MayTellMoments(event)) return std::optional<double>();
    if (key == "bad" && run.events.badness[event] == store::Badness::kClean) return 0.0;
    return std::nullopt;
  };
  std::vector<uint64_t> keys(events.size());
  const auto read_part = [&](size_t, size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      std::optional<double> number;
      if (const auto at_hand = known(events[i])) {
        number = *at_hand;
      } else if (!stop) {
        const auto digest = run.values->ReadDigest(events[i]);
        if (digest.ok()) number = number_of(*digest);
      }
      // Last in both directions.
      keys[i] = number ? query::OrderKey(*number) : reverse ? 0 : UINT64_MAX;
    }
  };
  query::InParts(events.size(), query::NumParts(events.size()), read_part);
  return keys;
}

std::vector<uint64_t> KeysOf(RunView& view, std::span<const EventId> events, std::string_view key,
                             bool reverse, const std::atomic<bool>& stop) {
  const store::Run& run = view.run();
  if (key == "op_type") {
    return KeysByText(run, events, [&](EventId event) { return OpTypeOf(run, event); });
  }
  if (key == "graph") {
    return KeysByText(run, events, [&](EventId event) {
      const OpId op = run.events.op[event];
      return op.valid() ? run.strings[run.graphs.graph(run.graphs.op(op).graph).name]
                        : std::string_view();
    });
  }
  if (key == "tensor_name") return KeysByName(run, events);
  if (key != "dump_size" && key != "step" && key != "timestamp")
    return KeysByDigest(run, events, key, reverse, stop);
  std::vector<uint64_t> keys;
  keys.reserve(events.size());
  for (const EventId event : events) {
    if (key == "timestamp") {
      keys.push_back(query::OrderKey(run.events.time_ns[event]));
    } else if (key == "dump_size") {
      keys.push_back(run.values->RecordedBytes(event));
    } else {
      const store::ExecutionId execution = run.events.execution[event];
      const auto step = execution.valid() ? view.steps().Of(execution) : std::nullopt;
      keys.push_back(step ? query::OrderKey(*step) : reverse ? 0 : UINT64_MAX);
    }
  }
  return keys;
}

}  // namespace

const std::vector<SortKey>& SortKeys() {
  static const std::vector<SortKey> keys = {
      {"timestamp", "when it was recorded"},
      {"dump_size", "bytes in the recording"},
      {"op_type", "the op's type"},
      {"tensor_name", "the name, as text"},
      {"step", "the step"},
      {"graph", "the graph's name"},
      {"elements", "number of elements"},
      {"min", "smallest finite element"},
      {"max", "largest finite element"},
      {"mean", "mean of the finite elements"},
      {"bad", "number of NaN and infinite elements"},
  };
  return keys;
}

Status CheckSortKey(const std::string& key) {
  std::vector<std::string_view> names;
  std::string list;
  for (const SortKey& known : SortKeys()) {
    if (known.name == key) return Status::Ok();
    names.push_back(known.name);
    list += (list.empty() ? "" : ", ") + std::string(known.name);
  }
  return InvalidArgument("tensors cannot be sorted by '" + key + "'; the keys are " + list +
                         DidYouMean(key, names));
}

std::vector<EventId> SortTensors(RunView& run, std::vector<EventId> events, std::string_view key,
                                 bool reverse, const std::atomic<bool>& stop) {
  const std::vector<uint64_t> keys = KeysOf(run, events, key, reverse, stop);
  std::vector<EventId> sorted;
  sorted.reserve(events.size());
  for (const uint32_t row : query::StableOrder(keys, reverse)) sorted.push_back(events[row]);
  return sorted;
}

}  // namespace tdbg::session
