#include "session/eager_maker.h"

#include <cmath>

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

namespace {

// Goes back from `reader` over what eager ops made on its thread, but for `except`; `fits` is given
// each digest.
template <typename Fits>
EventId NearestEager(RunView& view, EventId reader, EventId except, Fits fits) {
  constexpr int kNearest = 64;  // an eager op reads what was made shortly before
  const store::Run& run = view.run();
  const auto order = view.index().chronological();
  int looked_at = 0;
  for (uint32_t rank = view.index().rank(reader); rank-- > 0 && looked_at < kNearest;) {
    const EventId event = order[rank];
    if (event == except || run.events.op[event].valid() ||
        run.ThreadOf(event) != run.ThreadOf(reader) || run.only_read.contains(event)) {
      continue;
    }
    ++looked_at;
    const auto made = run.values->ReadDigest(event);
    if (!made.ok() || !fits(*made)) continue;
    const auto execution = run.events.execution[event];
    const auto role = query::RoleOf(run.strings[run.executions[execution].op_type]);
    if (role == query::OpRole::kCompute) return event;
  }
  return {};
}

bool IsAbout(double number, double wanted) {
  constexpr double kPart = 1e-6;  // what float32 rounds, a few times
  return std::fabs(number - wanted) <= kPart * std::fmax(std::fabs(wanted), kPart);
}

}  // namespace

EventId EagerMaker(RunView& view, EventId reader, EventId operand) {
  const auto wanted = view.run().values->ReadDigest(operand);
  if (!wanted.ok() || !IsTelling(*wanted)) return {};
  return NearestEager(view, reader, operand,
                      [&](const Digest& made) { return AreAlike(made, *wanted); });
}

EventId EagerSource(RunView& view, EventId made, const std::function<double(double)>& compute) {
  const auto wanted = view.run().values->ReadDigest(made);
  if (!wanted.ok() || !IsTelling(*wanted)) return {};
  return NearestEager(view, made, made, [&](const Digest& read) {
    if (!IsTelling(read) || read.dtype != wanted->dtype || read.shape != wanted->shape ||
        read.bad != false) {
      return false;
    }
    const double one = compute(*read.min);
    const double other = compute(*read.max);
    return IsAbout(std::fmin(one, other), *wanted->min) &&
           IsAbout(std::fmax(one, other), *wanted->max);
  });
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
