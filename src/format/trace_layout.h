// Names in a trace directory: TRACE/run-PID-STARTNS/{meta,events,values}-THREAD-SEQUENCE.tdbg.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "format/segment_header.h"

namespace tdbg::format {

std::string RunDirectoryName(uint32_t pid, int64_t start_ns);
bool IsRunDirectoryName(std::string_view name);
std::optional<int64_t> PidOfRunDirectory(std::string_view name);  // nullopt: not such a name

std::string SegmentFileName(SegmentKind kind, uint32_t thread, uint32_t sequence);

// What a packed segment is called; tdbg pack makes them, programs never do.
inline constexpr std::string_view kPackedSuffix = ".packed";

struct SegmentName {
  SegmentKind kind = SegmentKind::kEvents;
  uint32_t thread = 0;
  uint32_t sequence = 0;
  bool packed = false;

  auto operator<=>(const SegmentName&) const = default;
};

std::string SegmentFileName(const SegmentName& name);

// nullopt if the name is not one that SegmentFileName makes.
std::optional<SegmentName> ParseSegmentFileName(std::string_view name);

}  // namespace tdbg::format
