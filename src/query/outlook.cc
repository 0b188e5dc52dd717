#include "query/outlook.h"

#include <algorithm>
#include <string>
#include <vector>

#include "frameworks/control_flow.h"
#include "frameworks/op_types.h"

namespace tdbg::query {

using frameworks::BadNumber;
using frameworks::BadNumbers;
using store::EventId;
using store::OpId;

bool Outlook::SurelyLeaves(EventId event) {
  events_seen_.clear();
  places_.clear();
  steps_left_ = kMostSteps;
  depth_ = 0;
  return Leaves(event);
}

bool Outlook::Leaves(EventId event) {
  if (!events_seen_.insert(event).second) return false;
  if (run_.events.badness[event] == store::Badness::kFailed) return true;
  const OpId op = run_.events.op[event];
  if (!op.valid()) return EagerLeaves(event);
  const BadNumbers numbers = NumbersIn(event);
  return std::ranges::any_of(frameworks::kBadNumbers, [&](BadNumber number) {
    return numbers.Has(number) &&
           LeavesFrom(
               {.event = event, .op = op, .slot = run_.events.slot[event], .number = number});
  });
}

bool Outlook::EagerLeaves(EventId event) {
  const auto known = run_.readers.find(event);
  if (known == run_.readers.end() || known->second.leaves) return true;
  const store::Readers& readers = known->second;
  if (readers.bad.empty()) return !readers.clean && !readers.awaited;
  return std::ranges::any_of(readers.bad,
                             [&](EventId made) { return bad_.IsBad(made) && Leaves(made); });
}

// All three where nobody knows.
BadNumbers Outlook::NumbersIn(EventId event) const {
  const auto digest = run_.values->ReadDigest(event);
  if (!digest.ok()) return BadNumbers::All();
  BadNumbers numbers;
  if (digest->nan.value_or(1) > 0) numbers = numbers | BadNumber::kNan;
  if (digest->neg_inf.value_or(1) > 0) numbers = numbers | BadNumber::kNegInf;
  if (digest->pos_inf.value_or(1) > 0) numbers = numbers | BadNumber::kPosInf;
  return numbers;
}

bool Outlook::LeavesFrom(const Place& place) {
  if (--steps_left_ < 0 || depth_ > kDeepest) return false;
  // What goes round in a loop does not leave by that.
  const std::tuple key(place.op, place.slot, place.number);
  const auto [known, added] = places_.try_emplace(key, false);
  if (!added) return known->second;
  ++depth_;
  const bool leaves = ReadersLetLeave(place);
  --depth_;
  return places_[key] = leaves;
}

bool Outlook::ReadersLetLeave(const Place& place) {
  const store::Op& made_by = run_.graphs.op(place.op);
  bool read = false, leaves = false;
  for (const GraphLinks::Reader& reader : links_.Readers(place.op)) {
    if (reader.slot != place.slot || leaves) continue;
    read = true;
    const auto& inputs = run_.graphs.op(reader.op).inputs;
    for (size_t i = 0; i < inputs.size() && !leaves; ++i) {
      const bool here = inputs[i].op == made_by.name && inputs[i].slot == place.slot;
      leaves = here && LeavesThrough(place, reader.op, i);
    }
  }
  if (read) return leaves;
  // What nobody in the graph reads is a result of what the program asked for, unless the graph is
  // one that another one runs. But an op is known only once it has run.
  return RanBefore(place) && !run_.graphs.graph(made_by.graph).outer.valid();
}

bool Outlook::RanBefore(const Place& place) const {
  // An op that hands its input on is not recorded: it ran when what it reads did.
  store::InputRef output = {.slot = place.slot};
  OpId op = place.op;
  for (int i = 0; i < kDeepest && op.valid(); ++i) {
    const auto events = index_.OfOutput(op, output.slot);
    if (!events.empty()) {
      return run_.events.execution[events.front()] != run_.events.execution[place.event];
    }
    const store::Op& unseen = run_.graphs.op(op);
    const bool hands_on = links_.role(op) == OpRole::kPassThrough && !unseen.inputs.empty() &&
                          !frameworks::ChoosesWay(run_.strings[unseen.type]);
    if (!hands_on) return false;
    output = unseen.inputs.front();
    op = run_.graphs.FindOp(unseen.graph, output.op);
  }
  return false;
}

bool Outlook::LeavesThrough(const Place& place, OpId consumer, size_t input) {
  const OpRole role = links_.role(consumer);
  if (role == OpRole::kAssign || role == OpRole::kResult) return true;
  if (role == OpRole::kNeverBad) return false;
  if (role == OpRole::kSend) {
    const std::vector<OpId> receivers = links_.Receivers(consumer);
    return receivers.empty() || std::ranges::any_of(receivers, [&](OpId receiver) {
             return LeavesFrom({place.event, receiver, 0, place.number, place.later_iteration});
           });
  }
  // It has run already, and what it made was recorded.
  const int32_t outputs = std::max(run_.graphs.op(consumer).num_outputs, 1);
  using Reach = EventIndex::Reach;
  bool recorded = false;
  for (int32_t slot = 0; slot < outputs && !place.later_iteration; ++slot) {
    if (--steps_left_ < 0) return false;
    const EventId made = index_.MadeOf(place.event, consumer, slot, Reach::kSameIteration);
    if (!made.valid()) continue;
    recorded = true;
    if (bad_.IsBad(made) && Leaves(made)) return true;
  }
  if (recorded) return false;
  if (role == OpRole::kPassThrough) return PassesOn(place, consumer);
  const bool unknown = role == OpRole::kLoop || role == OpRole::kBranch || role == OpRole::kCall ||
                       role == OpRole::kPutAway || role == OpRole::kTakeOut;
  if (unknown) return false;

  const BadNumbers made =
      frameworks::MadeOf(run_.strings[run_.graphs.op(consumer).type], input, place.number);
  if (made.empty()) return false;
  return std::ranges::all_of(frameworks::kBadNumbers, [&](BadNumber number) {
    return !made.Has(number) ||
           LeavesFrom({place.event, consumer, 0, number, place.later_iteration});
  });
}

bool Outlook::PassesOn(const Place& place, OpId consumer) {
  const std::string_view type = run_.strings[run_.graphs.op(consumer).type];
  const auto on = [&](int32_t slot) {
    return LeavesFrom({place.event, consumer, slot, place.number,
                       place.later_iteration || StartsNextIteration(type)});
  };
  if (!frameworks::ChoosesWay(type)) return on(0);
  // Whichever way it goes.
  const int32_t outputs = run_.graphs.op(consumer).num_outputs;
  for (int32_t slot = 0; slot < outputs; ++slot) {
    if (!on(slot)) return false;
  }
  return outputs > 0;
}

}  // namespace tdbg::query
