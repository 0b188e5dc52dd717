#include "format/mapped_segment.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tdbg::format {
namespace {

// Whether the header was written: a new file is zeros, and may still be shorter than a header.
bool IsBegun(int fd) {
  char magic[sizeof(SegmentHeader::magic)] = {};
  const ssize_t size = pread(fd, magic, sizeof magic, 0);
  return size < 0 || std::any_of(std::begin(magic), std::end(magic), [](char c) { return c != 0; });
}

// MAP_SHARED: what the writer stores from now on is seen here.
Result<std::span<const std::byte>> Map(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return Unreadable(std::strerror(errno));
  if (!IsBegun(fd)) {
    close(fd);
    return NotFound("nothing is written yet");
  }
  struct stat info;
  int error = fstat(fd, &info) == 0 ? 0 : errno;
  const bool fits =
      error == 0 && S_ISREG(info.st_mode) && static_cast<uint64_t>(info.st_size) >= kHeaderBytes;
  void* address = MAP_FAILED;
  const size_t size = fits ? static_cast<size_t>(info.st_size) : 0;
  if (fits) {
    address = mmap(nullptr, size, PROT_READ, MAP_SHARED, fd, 0);
    if (address == MAP_FAILED) error = errno;
  }
  close(fd);
  if (error != 0) return Unreadable(std::strerror(error));
  if (!fits) return Corrupt("too short for a segment of a tdbg trace");
  return std::span(static_cast<const std::byte*>(address), size);
}

}  // namespace

Result<MappedSegment> MappedSegment::Open(const std::string& path) {
  MappedSegment segment;
  TDBG_ASSIGN_OR_RETURN(segment.bytes_, Map(path));
  TDBG_RETURN_IF_ERROR(CheckHeader(segment.header()));
  return segment;
}

MappedSegment::MappedSegment(MappedSegment&& other) noexcept { *this = std::move(other); }

MappedSegment& MappedSegment::operator=(MappedSegment&& other) noexcept {
  std::swap(bytes_, other.bytes_);
  return *this;
}

MappedSegment::~MappedSegment() {
  if (!bytes_.empty()) munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

}  // namespace tdbg::format
