#include "capture/inherited_definitions.h"

#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

#include "capture/whole_file.h"
#include "format/records.h"
#include "format/segment_reader.h"
#include "format/trace_layout.h"

namespace tdbg::capture {
namespace {

using format::RecordKind;

bool IsDefinition(RecordKind kind) {
  switch (kind) {
    case RecordKind::kString:
    case RecordKind::kGraph:
    case RecordKind::kOp:
    case RecordKind::kShape:
    case RecordKind::kStackFrame:
    case RecordKind::kSourceFile:
    case RecordKind::kLayer:
      return true;
    default:
      return false;
  }
}

// nullopt if it is not there or has no sound header.
std::optional<std::string> ReadSegment(const std::string& path, OwnTable& table) {
  std::optional<std::string> bytes;
  bool too_large = false;
  table.Run([&] { bytes = ReadWholeFile(path.c_str(), UINT64_MAX, &too_large); });
  format::SegmentHeader header;
  if (!bytes || bytes->size() < format::kHeaderBytes) return std::nullopt;
  std::memcpy(&header, bytes->data(), sizeof header);
  return format::CheckHeader(header).ok() ? bytes : std::nullopt;
}

}  // namespace

bool CopyDefinitions(const MetaSegments& from, SegmentStream& to, OwnTable& table) {
  bool complete = true;
  for (uint32_t sequence = 0; sequence <= from.last_sequence; ++sequence) {
    const std::string name = format::SegmentFileName(format::SegmentKind::kMeta, 0, sequence);
    const std::optional<std::string> segment = ReadSegment(from.directory + "/" + name, table);
    if (!segment) {
      complete = false;
      continue;
    }
    format::SegmentReader reader(std::as_bytes(std::span(*segment)));
    while (const auto record = reader.Next()) {
      // What the parent wrote after the fork may use the same numbers for other things.
      if (sequence == from.last_sequence && record->offset_bytes >= from.last_used_bytes) break;
      if (!IsDefinition(record->kind)) continue;
      const uint64_t granules = format::GranulesFor(record->bytes.size());
      if (!to.HasRoom(granules) && !to.MakeRoom(granules, 0).status.ok()) return false;
      complete &= to.writer().AppendBytes(record->kind, record->aux, record->bytes);
    }
  }
  return complete;
}

}  // namespace tdbg::capture
