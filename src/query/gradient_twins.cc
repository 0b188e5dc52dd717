#include "query/gradient_twins.h"

#include <cmath>
#include <map>
#include <utility>

#include "query/cause/op_case.h"
#include "query/forward_op.h"

namespace tdbg::query {
namespace {

using store::EventId;
using store::ExecutionId;
using store::OpId;

EventId Found(const std::unordered_map<EventId, EventId>& twins, EventId event) {
  const auto at = twins.find(event);
  return at == twins.end() ? EventId() : at->second;
}

}  // namespace

OpId OpThatRanFor(const store::Run& run, const ForwardOp& forward) {
  if (!forward.op.valid()) return OpId();
  const OpId inside = run.graphs.op(forward.op).ran_inside;
  return inside.valid() ? inside : forward.op;
}

bool AreBadOnSameElement(const store::Run& run, EventId a, EventId b) {
  const auto first = run.values->ReadDigest(a);
  const auto second = run.values->ReadDigest(b);
  if (!first.ok() || !second.ok() || !first->shape || first->shape != second->shape) return false;
  if (first->first_bad && first->first_bad == second->first_bad) return true;
  KnownTensor one, other;
  if (auto value = run.values->ReadValue(a); value.ok()) one.value = *std::move(value);
  if (auto value = run.values->ReadValue(b); value.ok()) other.value = *std::move(value);
  if (!one.value || !other.value) return false;
  const int64_t count = one.num_elements().value_or(0);
  for (int64_t i = 0; i < count; ++i) {
    const auto x = one.At(i), y = other.At(i);
    if (x && y && !std::isfinite(*x) && !std::isfinite(*y)) return true;
  }
  return false;
}

EventId GradientTwins::ForwardOf(EventId gradient) const { return Found(forward_, gradient); }

EventId GradientTwins::GradientOf(EventId forward) const { return Found(gradient_, forward); }

void GradientTwins::Forget(EventId event) {
  for (auto* const twins : {&forward_, &gradient_}) twins->erase(event);
}

void GradientTwins::Join(std::span<Alert> alerts) {
  // The first masked result of each op in each execution.
  std::map<std::pair<ExecutionId, OpId>, Alert*> masked;
  for (Alert& alert : alerts) {
    const OpId op = run_.events.op[alert.event];
    if (alert.verdict != Verdict::kMasked || alert.source != Source::kOp || !op.valid()) continue;
    masked.try_emplace({run_.events.execution[alert.event], op}, &alert);
  }
  if (masked.empty()) return;
  if (std::exchange(graphs_seen_, run_.graphs.version()) != run_.graphs.version()) {
    forward_ops_.clear();
  }
  for (Alert& alert : alerts) {
    const OpId op = run_.events.op[alert.event];
    if (alert.verdict != Verdict::kOrigin || !op.valid() || !IsOfGradient(run_, op)) continue;
    const OpId forward = ForwardOpOf(op);
    const auto twin = masked.find({run_.events.execution[alert.event], forward});
    if (twin == masked.end() || !AreBadOnSameElement(run_, twin->second->event, alert.event))
      continue;
    twin->second->verdict = Verdict::kOrigin;
    alert.verdict = Verdict::kInherited;
    forward_[alert.event] = twin->second->event;
    gradient_.try_emplace(twin->second->event, alert.event);
  }
}

// The op that ran for the one which the gradient op differentiates; invalid where that is unknown.
OpId GradientTwins::ForwardOpOf(OpId gradient) {
  const auto [at, added] = forward_ops_.try_emplace(gradient);
  if (added) {
    const auto forward = query::ForwardOf(run_, gradient);
    if (forward) at->second = OpThatRanFor(run_, *forward);
  }
  return at->second;
}

}  // namespace tdbg::query
