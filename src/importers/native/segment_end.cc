#include "importers/native/segment_end.h"

#include <algorithm>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "importers/native/packed_segment.h"

namespace tdbg::importers::native {
namespace {

using format::SegmentHeader;

constexpr char kChanged[] =
    "the file was cut or written over while it was open here; what was read of it before stays, "
    "what came behind this place is not read";

std::string Shorter(uint64_t stated, uint64_t found) {
  return "the file was cut: it has " + std::to_string(found) + " of the " + std::to_string(stated) +
         " bytes that its header tells of";
}

// A packed segment holds what was in use; its own checksum tells whether that is all.
bool IsCut(const SegmentHeader& header, bool packed, uint64_t bytes) {
  return (!packed || header.sealed != 0) && bytes < format::StatedBytes(header);
}

}  // namespace

void ReportEnd(const OpenSegment& segment, store::LossLog& losses) {
  for (const char* name : {"changed_file", "cut_segment", "miscounted_segment"}) {
    losses.Remove(name, segment.shown);
  }
  if (const auto changed = segment.owner->ChangedAt()) {
    losses.Add("changed_file", segment.shown, static_cast<int64_t>(*changed), kChanged);
  }
  const std::span<const std::byte> bytes = segment.owner->bytes();
  SegmentHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  const uint64_t found = segment.reader.records();
  const uint64_t stated = segment.reader.stated_records().value_or(found);
  if (IsCut(header, segment.owner->is_packed(), bytes.size())) {
    std::string text = Shorter(format::StatedBytes(header), bytes.size());
    if (stated > found) {
      text += ", and " + std::to_string(found) + " of " + std::to_string(stated) + " records";
    }
    losses.Add(
        "cut_segment", segment.shown, static_cast<int64_t>(bytes.size()), text,
        stated > found ? static_cast<int64_t>(std::min<uint64_t>(stated - found, INT64_MAX)) : 1);
  } else if (stated != found && segment.reader.finished()) {
    losses.Add("miscounted_segment", segment.shown, -1,
               "the header tells of " + std::to_string(stated) + " records, and there are " +
                   std::to_string(found));
  }
}

void ReportUnopenedEnd(const std::string& path, const std::string& shown, bool packed,
                       store::LossLog& losses) {
  losses.Remove("cut_segment", shown);
  losses.Remove("unreadable_segment", shown);
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) {
    // Whatever retention or a packer deleted meanwhile is told where it is asked for.
    if (errno != ENOENT) losses.Add("unreadable_segment", shown, -1, std::strerror(errno));
    return;
  }
  struct stat info = {};
  SegmentHeader header = {};
  const bool read = fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
  const auto size = static_cast<uint64_t>(info.st_size);
  if (packed) {
    const Status whole = read ? CheckPackedFile(fd, size) : Unreadable(std::strerror(errno));
    if (!whole.ok()) losses.Add("unreadable_segment", shown, -1, whole.message());
  } else if (read && pread(fd, &header, sizeof header, 0) > 0 && header.magic[0] != 0) {
    const Status sound = CheckHeader(header);
    if (size < format::kHeaderBytes || !sound.ok()) {
      losses.Add("unreadable_segment", shown, -1,
                 sound.ok() ? "too short for a segment of a tdbg trace" : sound.message());
    } else if (IsCut(header, false, size)) {
      losses.Add("cut_segment", shown, static_cast<int64_t>(size),
                 Shorter(format::StatedBytes(header), size));
    }
  }
  close(fd);
}

}  // namespace tdbg::importers::native
