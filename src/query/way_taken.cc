#include "query/way_taken.h"

#include <algorithm>
#include <vector>

#include "frameworks/control_flow.h"

namespace tdbg::query {
namespace {

using store::EventId;
using store::InputRef;
using store::OpId;

constexpr int kMostHandedOn = 16;  // ops in a row that only hand on a value

class Way {
 public:
  Way(const store::Run& run, const EventIndex& index, GraphLinks& links, EventId event)
      : run_(run), index_(index), links_(links), event_(event) {}

  std::optional<int32_t> Of(OpId chooser) {
    const store::Op& op = run_.graphs.op(chooser);
    if (op.inputs.size() <= frameworks::kChoosingInput) return std::nullopt;
    const InputRef by = MadeBy(op.graph, op.inputs[frameworks::kChoosingInput]);
    const OpId maker = run_.graphs.FindOp(op.graph, by.op);
    if (!maker.valid() || by.slot == InputRef::kControl) return std::nullopt;
    if (const auto number = NumberOf(maker, by.slot)) {
      return frameworks::WayFor(run_.strings[op.type], *number, Outputs(chooser));
    }
    return ByWhatRan(maker, by.slot);
  }

 private:
  int32_t Outputs(OpId op) const { return std::max(run_.graphs.op(op).num_outputs, 1); }

  bool Chooses(OpId op) const {
    return frameworks::ChoosesWay(run_.strings[run_.graphs.op(op).type]);
  }

  // Behind ops that hand it on: these leave no record.
  InputRef MadeBy(store::GraphId graph, InputRef input) const {
    for (int i = 0; i < kMostHandedOn; ++i) {
      const OpId op = run_.graphs.FindOp(graph, input.op);
      const bool hands_on = op.valid() && links_.role(op) == OpRole::kPassThrough && !Chooses(op) &&
                            !run_.graphs.op(op).inputs.empty();
      if (!hands_on) break;
      input = run_.graphs.op(op).inputs.front();
    }
    return input;
  }

  std::optional<double> NumberOf(OpId maker, int32_t slot) const {
    const EventId made = index_.MadeOf(event_, maker, slot);
    if (!made.valid()) return std::nullopt;
    const auto digest = run_.values->ReadDigest(made);
    if (!digest.ok() || !digest->min || digest->min != digest->max) return std::nullopt;
    return digest->min;
  }

  // Ops ran on one way only: that of all which are chosen by the same number.
  std::optional<int32_t> ByWhatRan(OpId maker, int32_t slot, int depth = 0) {
    if (depth == kMostHandedOn) return std::nullopt;
    for (const OpId consumer : links_.Consumers(maker, slot)) {
      if (!Chooses(consumer)) {
        const bool hands_on = links_.role(consumer) == OpRole::kPassThrough;
        const auto way = hands_on ? ByWhatRan(consumer, 0, depth + 1) : std::nullopt;
        if (way) return way;
        continue;
      }
      const std::vector<InputRef>& inputs = run_.graphs.op(consumer).inputs;
      const bool by_it = inputs.size() > frameworks::kChoosingInput &&
                         inputs[frameworks::kChoosingInput].op == run_.graphs.op(maker).name;
      for (int32_t way = 0; by_it && way < Outputs(consumer); ++way) {
        if (AnyRan(consumer, way, 0)) return way;
      }
    }
    return std::nullopt;
  }

  bool AnyRan(OpId op, int32_t slot, int depth) {
    if (depth == kMostHandedOn) return false;
    for (const OpId consumer : links_.Consumers(op, slot)) {
      const bool hands_on = links_.role(consumer) == OpRole::kPassThrough;
      // Both ways end in the same op.
      if (hands_on && links_.Consumers(consumer, 0).size() > 0 && !Chooses(consumer) &&
          run_.graphs.op(consumer).inputs.size() == 1) {
        if (AnyRan(consumer, 0, depth + 1)) return true;
      }
      if (hands_on) continue;
      for (int32_t made = 0; made < Outputs(consumer); ++made) {
        if (index_.MadeOf(event_, consumer, made).valid()) return true;
      }
    }
    return false;
  }

  const store::Run& run_;
  const EventIndex& index_;
  GraphLinks& links_;
  const EventId event_;
};

}  // namespace

std::optional<int32_t> WayTaken(const store::Run& run, const EventIndex& index, GraphLinks& links,
                                OpId chooser, EventId event) {
  return Way(run, index, links, event).Of(chooser);
}

}  // namespace tdbg::query
