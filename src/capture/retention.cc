#include "capture/retention.h"

#include <algorithm>

namespace tdbg::capture {
namespace {

// Oldest steps first; of the same steps, in the order of writing.
std::vector<size_t> ByAge(std::span<const SegmentFacts> segments,
                          std::span<const int64_t> protected_steps) {
  std::vector<size_t> order;
  for (size_t i = 0; i < segments.size(); ++i) {
    if (IsExpendable(segments[i], protected_steps)) order.push_back(i);
  }
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    if (segments[a].last_step != segments[b].last_step) {
      return segments[a].last_step < segments[b].last_step;
    }
    return segments[a].sequence < segments[b].sequence;
  });
  return order;
}

}  // namespace

bool IsExpendable(const SegmentFacts& segment, std::span<const int64_t> protected_steps) {
  if (segment.kind == format::SegmentKind::kMeta) return false;
  for (const int64_t step : protected_steps) {
    if (segment.first_step <= step + 1 && step - 1 <= segment.last_step) return false;
  }
  return true;
}

std::vector<size_t> GivenUp(std::span<const SegmentFacts> segments, const Retention& rule,
                            int64_t now, std::span<const int64_t> protected_steps) {
  std::vector<size_t> given_up;
  if (rule.kind == Retention::Kind::kAll) return given_up;
  uint64_t events = 0;
  for (const SegmentFacts& segment : segments) events += segment.events;
  for (const size_t i : ByAge(segments, protected_steps)) {
    const SegmentFacts& segment = segments[i];
    if (rule.kind == Retention::Kind::kSteps) {
      if (segment.last_step <= now - rule.last) given_up.push_back(i);
    } else if (events - segment.events >= static_cast<uint64_t>(rule.last)) {
      events -= segment.events;
      given_up.push_back(i);
    }
  }
  return given_up;
}

std::vector<size_t> OldestOf(std::span<const SegmentFacts> segments, uint64_t bytes,
                             std::span<const int64_t> protected_steps) {
  std::vector<size_t> oldest;
  uint64_t freed = 0;
  for (const size_t i : ByAge(segments, protected_steps)) {
    if (freed >= bytes) break;
    freed += segments[i].bytes;
    oldest.push_back(i);
  }
  return oldest;
}

}  // namespace tdbg::capture
