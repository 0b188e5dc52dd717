#include "format/mapped_segment.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/sparse_file.h"

namespace tdbg::format {
namespace {

// Whether the header was written: a new file is zeros, and may still be shorter than a header.
bool IsBegun(int fd) {
  char magic[sizeof(SegmentHeader::magic)] = {};
  const ssize_t size = pread(fd, magic, sizeof magic, 0);
  return size < 0 || std::any_of(std::begin(magic), std::end(magic), [](char c) { return c != 0; });
}

Result<FileMapping> MapOpened(int fd) {
  if (!IsBegun(fd)) return NotFound("nothing is written yet");
  struct stat info;
  if (fstat(fd, &info) != 0) return Unreadable(std::strerror(errno));
  if (!S_ISREG(info.st_mode) || static_cast<uint64_t>(info.st_size) < kHeaderBytes) {
    return Corrupt("too short for a segment of a tdbg trace");
  }
  const uint64_t size = HoleToStopAt(fd, info).value_or(static_cast<uint64_t>(info.st_size));
  return FileMapping::Of(fd, std::max<uint64_t>(size, kHeaderBytes), FileMapping::Writes::kSeen);
}

Result<FileMapping> Map(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return Unreadable(std::strerror(errno));
  Result<FileMapping> mapping = MapOpened(fd);
  close(fd);
  return mapping;
}

}  // namespace

Result<MappedSegment> MappedSegment::Open(const std::string& path) {
  MappedSegment segment;
  TDBG_ASSIGN_OR_RETURN(segment.mapping_, Map(path));
  segment.opened_ = segment.header();
  TDBG_RETURN_IF_ERROR(CheckHeader(segment.opened_));
  return segment;
}

// Its writer shortens a sealed segment to what is in use; nobody else has any business with it.
std::optional<uint64_t> MappedSegment::ChangedAt(const std::string& path) const {
  if (const auto cut = mapping_.cut_at()) return cut;
  struct stat info;
  if (stat(path.c_str(), &info) != 0) return std::nullopt;  // deleted: its pages are still ours
  const auto size = static_cast<uint64_t>(info.st_size);
  if (size < kHeaderBytes) return size;
  const SegmentHeader now = header();
  if (std::memcmp(&now, &opened_, offsetof(SegmentHeader, sealed)) != 0) return 0;
  const uint64_t needed = std::min<uint64_t>(StatedBytes(now), bytes().size());
  return size < needed ? std::optional(size) : std::nullopt;
}

}  // namespace tdbg::format
