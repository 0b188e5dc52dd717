// Which of the closed segments may go.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/own_descriptor.h"
#include "capture/settings.h"
#include "format/segment_header.h"

namespace tdbg::capture {

// Steps are counted from 0 in the order in which they came, whatever the program calls them.
struct SegmentFacts {
  format::SegmentKind kind = format::SegmentKind::kEvents;
  uint32_t thread = 0;
  uint32_t sequence = 0;
  uint64_t bytes = 0;
  uint64_t events = 0;
  int64_t first_step = 0;
  int64_t last_step = 0;
  FileIdentity file = {};
};

// Whether the segment may be deleted: it holds nothing of the steps before, of and after a birth.
bool IsExpendable(const SegmentFacts& segment, std::span<const int64_t> protected_steps);

// Indices into `segments` that the rule gives up, `now` being the current step. Meta never goes.
std::vector<size_t> GivenUp(std::span<const SegmentFacts> segments, const Retention& rule,
                            int64_t now, std::span<const int64_t> protected_steps);

// Indices of the oldest ones that together free `bytes`, or all expendable ones if that is less.
std::vector<size_t> OldestOf(std::span<const SegmentFacts> segments, uint64_t bytes,
                             std::span<const int64_t> protected_steps);

}  // namespace tdbg::capture
