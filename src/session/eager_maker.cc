#include "session/eager_maker.h"

#include "query/op_role.h"

namespace tdbg::session {
namespace {

using store::Digest;
using store::EventId;

bool IsTelling(const Digest& digest) {
  return digest.min && digest.max && *digest.min < *digest.max && digest.mean && digest.zero &&
         digest.negative && digest.shape;
}

}  // namespace

bool AreAlike(const Digest& a, const Digest& b) {
  return a.dtype == b.dtype && a.shape == b.shape && a.min == b.min && a.max == b.max &&
         a.zero == b.zero && a.negative == b.negative && a.mean == b.mean && a.l2 == b.l2;
}

EventId EagerMaker(RunView& view, EventId reader, EventId operand) {
  constexpr int kNearest = 64;  // an eager op reads what was made shortly before
  const store::Run& run = view.run();
  const auto wanted = run.values->ReadDigest(operand);
  if (!wanted.ok() || !IsTelling(*wanted)) return {};
  const auto order = view.index().chronological();
  int looked_at = 0;
  for (uint32_t rank = view.index().rank(reader); rank-- > 0 && looked_at < kNearest;) {
    const EventId event = order[rank];
    if (event == operand || run.events.op[event].valid() ||
        run.ThreadOf(event) != run.ThreadOf(reader) || run.only_read.contains(event)) {
      continue;
    }
    ++looked_at;
    const auto made = run.values->ReadDigest(event);
    if (!made.ok() || !AreAlike(*made, *wanted)) continue;
    const auto execution = run.events.execution[event];
    const auto role = query::RoleOf(run.strings[run.executions[execution].op_type]);
    if (role == query::OpRole::kCompute) return event;
  }
  return {};
}

bool NoneBadBefore(RunView& view, EventId event, std::optional<int64_t> elements) {
  constexpr size_t kMostAlerts = 256;
  const uint32_t rank = view.index().rank(event);
  size_t looked_at = 0;
  for (const query::Alert& alert : view.alerts()) {
    if (view.index().rank(alert.event) >= rank) break;
    const auto bad = view.run().values->ReadDigest(alert.event);
    const bool other = bad.ok() && elements && bad->elements && *bad->elements != *elements;
    if (!other || ++looked_at == kMostAlerts) return false;
  }
  return true;
}

}  // namespace tdbg::session
