#include "session/tensor_list.h"

#include <algorithm>
#include <memory>
#include <span>

#include "base/near_names.h"
#include "query/stable_order.h"
#include "query/tensor_name.h"
#include "session/pattern.h"

namespace tdbg::session {
namespace {

using store::EventId;
using store::OpId;

// What the patterns ask of an op, asked once for each op however often it ran.
class OpFilter {
 public:
  static Result<OpFilter> Make(const store::Run& run, const TensorQuery& query) {
    OpFilter filter(run);
    TDBG_ASSIGN_OR_RETURN(filter.nodes_, Pattern::Compile(query.node_regex, query.ignore_case));
    TDBG_ASSIGN_OR_RETURN(filter.types_, Pattern::Compile(query.op_type_regex, query.ignore_case));
    TDBG_ASSIGN_OR_RETURN(filter.graphs_, Pattern::Compile(query.graph_regex, query.ignore_case));
    TDBG_ASSIGN_OR_RETURN(filter.excluded_,
                          Pattern::Compile(query.exclude_node_regex, query.ignore_case));
    filter.any_ =
        query.node_regex || query.op_type_regex || query.graph_regex || query.exclude_node_regex;
    if (filter.any_) filter.known_.resize(run.graphs.num_ops());
    return filter;
  }

  bool Passes(EventId event) {
    if (!any_) return true;
    const OpId op = run_.events.op[event];
    if (!op.valid()) return PassesEager(run_.executions[run_.events.execution[event]]);
    Answer& answer = known_[op.index()];
    if (answer == Answer::kUnknown) answer = PassesOp(op) ? Answer::kYes : Answer::kNo;
    return answer == Answer::kYes;
  }

 private:
  enum class Answer : uint8_t { kUnknown, kYes, kNo };

  explicit OpFilter(const store::Run& run) : run_(run) {}

  bool PassesNames(std::string_view name, std::string_view type, std::string_view graph) const {
    return nodes_.Fits(name) && types_.Fits(type) && graphs_.Fits(graph) &&
           (excluded_.FitsAll() || !excluded_.Fits(name));
  }
  bool PassesOp(OpId id) const {
    const store::Op& op = run_.graphs.op(id);
    return PassesNames(run_.strings[op.name], run_.strings[op.type],
                       run_.strings[run_.graphs.graph(op.graph).name]);
  }
  // An eager op has no name of its own; people look for what it computed.
  bool PassesEager(const store::Execution& execution) const {
    const std::string_view type = run_.strings[execution.op_type];
    return PassesNames(type, type, "");
  }

  const store::Run& run_;
  Pattern nodes_, types_, graphs_, excluded_;
  bool any_ = false;
  std::vector<Answer> known_;  // by op
};

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

// What is unknown comes last.
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
  std::vector<uint64_t> keys;
  keys.reserve(events.size());
  for (const EventId event : events) {
    std::optional<double> number;
    if (!stop) {
      if (const auto digest = run.values->ReadDigest(event); digest.ok()) {
        number = number_of(*digest);
      }
    }
    // Last in both directions.
    keys.push_back(number ? query::OrderKey(*number) : reverse ? 0 : UINT64_MAX);
  }
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
  if (key != "dump_size" && key != "step") return KeysByDigest(run, events, key, reverse, stop);
  std::vector<uint64_t> keys;
  keys.reserve(events.size());
  for (const EventId event : events) {
    if (key == "dump_size") {
      keys.push_back(run.values->RecordedBytes(event));
    } else {
      const store::ExecutionId execution = run.events.execution[event];
      const auto step = execution.valid() ? view.steps().Of(execution) : std::nullopt;
      keys.push_back(step ? query::OrderKey(*step) : reverse ? 0 : UINT64_MAX);
    }
  }
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
                         DidYouMean(NearNames(key, names)));
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

Result<std::vector<EventId>> ListTensors(RunView& run, const TensorQuery& query,
                                         const std::map<std::string, std::string>& filters,
                                         const std::atomic<bool>& stop) {
  TDBG_RETURN_IF_ERROR(CheckSortKey(query.sort_by));
  TDBG_ASSIGN_OR_RETURN(OpFilter ops, OpFilter::Make(run.run(), query));
  static_cast<void>(filters);
  std::vector<EventId> events;
  for (const EventId event : run.index().chronological()) {
    if (ops.Passes(event)) events.push_back(event);
  }
  if (query.sort_by == "timestamp") {
    if (query.reverse) {
      std::vector<uint64_t> keys;
      for (const EventId event : events) {
        keys.push_back(query::OrderKey(run.run().events.time_ns[event]));
      }
      std::vector<EventId> sorted;
      for (const uint32_t row : query::StableOrder(keys, true)) sorted.push_back(events[row]);
      return sorted;
    }
    return events;
  }
  const std::vector<uint64_t> keys = KeysOf(run, events, query.sort_by, query.reverse, stop);
  std::vector<EventId> sorted;
  sorted.reserve(events.size());
  for (const uint32_t row : query::StableOrder(keys, query.reverse)) sorted.push_back(events[row]);
  return sorted;
}

}  // namespace tdbg::session
