// The names people type: `[graph::]op:slot[#n][slice]`, or `@execution:slot` for an eager tensor.
// tfdbg's `[device:]op:slot[:DebugOp]` is understood as well.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "frameworks/tensorflow/debug_ops.h"
#include "query/event_index.h"
#include "store/run.h"

namespace tdbg::query {

// "@3:?": an output of an eager execution of which the recording does not say which one it is.
inline constexpr int32_t kUnknownSlot = -1;

struct TensorName {
  std::string device;  // empty: any device
  std::string graph;   // empty: any graph
  std::string op;      // empty for an eager tensor; "…/b" is any op whose name ends with "/b"
  int64_t execution = -1;
  int32_t slot = 0;  // kUnknownSlot for "?"
  bool slot_given = false;
  std::string debug_op;               // "DebugIdentity"; empty: however it was recorded
  std::optional<int64_t> occurrence;  // "#n": its n-th event, from 0
  std::string slice;                  // with its brackets; "" for the whole tensor
};

// Op names may hold anything but "::" and ":"; a missing ":slot" means 0.
Result<TensorName> ParseTensorName(std::string_view text);

// One recorded output, with all its events.
struct TensorMatch {
  std::string name;                    // as precise as needed to name it alone
  std::vector<store::EventId> events;  // chronological
};

// All outputs that the name could mean: none, one, or one for each graph that has such an op. The
// nameless graphs of one device, one for each Session.run of a program, count as one graph. A slot
// of an execution whose slots are not known means what was recorded of it, whichever that is.
std::vector<TensorMatch> FindTensors(const store::Run& run, const EventIndex& index,
                                     const TensorName& name);

// Whether the op's name was typed as `text`: whole, or as "…/b" for "a/b".
bool IsCalled(std::string_view op_name, std::string_view text);

// Whether `text` names the graph, by its name or its key; "" names any.
bool NamesGraph(const store::Run& run, store::GraphId graph, std::string_view text);

// The ops of that name in the graphs that are meant, whether anything of them was recorded or not.
// A name of the user's source means the op that was executed in its place. Reports cut long names
// at their front: "…/b" and ".../b" are understood as they show them.
std::vector<store::OpId> OpsNamed(const store::Run& run, const TensorName& name);

// Whether two graphs count as one where a name is meant.
bool CountAsOne(const store::Graph& a, const store::Graph& b);

// Events of this output, chronological, in all graphs that count as one for a name.
std::vector<store::EventId> EventsOfOutput(const store::Run& run, const EventIndex& index,
                                           store::OpId op, int32_t slot);

// The debug op that records a tensor itself, and no summary of it.
inline constexpr std::string_view kValueDebugOp = frameworks::tensorflow::kDebugIdentity;

// The debug op that recorded a tfdbg1 event: "DebugIdentity"; "" in other formats.
std::string_view DebugOpOf(const store::Run& run, store::EventId event);

// "graph::op:slot" or "@execution:slot", whichever names the event's tensor.
std::string NameOf(const store::Run& run, store::EventId event);

}  // namespace tdbg::query
