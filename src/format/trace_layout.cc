#include "format/trace_layout.h"

#include "base/whole_number.h"

namespace tdbg::format {
namespace {

constexpr std::string_view kRunPrefix = "run-";
constexpr std::string_view kSuffix = ".tdbg";

std::string_view KindName(SegmentKind kind) {
  switch (kind) {
    case SegmentKind::kMeta:
      return "meta";
    case SegmentKind::kEvents:
      return "events";
    case SegmentKind::kValues:
      return "values";
  }
  return "";
}

}  // namespace

std::string RunDirectoryName(uint32_t pid, int64_t start_ns) {
  return std::string(kRunPrefix) + std::to_string(pid) + "-" + std::to_string(start_ns);
}

std::optional<int64_t> PidOfRunDirectory(std::string_view name) {
  if (!name.starts_with(kRunPrefix)) return std::nullopt;
  name.remove_prefix(kRunPrefix.size());
  const size_t dash = name.find('-');
  if (dash == name.npos || !WholeNumber(name.substr(dash + 1))) return std::nullopt;
  return WholeNumber(name.substr(0, dash));
}

bool IsRunDirectoryName(std::string_view name) { return PidOfRunDirectory(name).has_value(); }

std::string SegmentFileName(SegmentKind kind, uint32_t thread, uint32_t sequence) {
  return std::string(KindName(kind)) + "-" + std::to_string(thread) + "-" +
         std::to_string(sequence) + std::string(kSuffix);
}

std::string SegmentFileName(const SegmentName& name) {
  return SegmentFileName(name.kind, name.thread, name.sequence) +
         std::string(name.packed ? kPackedSuffix : "");
}

std::optional<SegmentName> ParseSegmentFileName(std::string_view text) {
  SegmentName name;
  std::string_view rest = text;
  if (rest.ends_with(kPackedSuffix)) {
    name.packed = true;
    rest.remove_suffix(kPackedSuffix.size());
  }
  if (!rest.ends_with(kSuffix)) return std::nullopt;
  rest.remove_suffix(kSuffix.size());
  const size_t second = rest.rfind('-');
  if (second == rest.npos || second == 0) return std::nullopt;
  const size_t first = rest.rfind('-', second - 1);
  if (first == rest.npos) return std::nullopt;
  const auto thread = WholeNumber(rest.substr(first + 1, second - first - 1));
  const auto sequence = WholeNumber(rest.substr(second + 1));
  if (!thread || !sequence) return std::nullopt;
  name.thread = static_cast<uint32_t>(*thread);
  name.sequence = static_cast<uint32_t>(*sequence);
  for (const SegmentKind kind : {SegmentKind::kMeta, SegmentKind::kEvents, SegmentKind::kValues}) {
    name.kind = kind;
    if (SegmentFileName(name) == text) return name;
  }
  return std::nullopt;
}

}  // namespace tdbg::format
