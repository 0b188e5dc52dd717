#include "format/segment_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace tdbg::format {
namespace {

uint64_t FileBytes(uint64_t capacity_granules) {
  return kHeaderBytes + capacity_granules * kGranuleBytes;
}

Status Refused(const std::string& path, int error) {
  return Unreadable("cannot make " + path + ": " + std::strerror(error));
}

// Interrupted calls are made again: the program has signal handlers of its own.
int Allocate(int fd, uint64_t bytes) {
  int error;
  do {
    error = posix_fallocate(fd, 0, static_cast<off_t>(bytes));
  } while (error == EINTR);
  return error;
}

// Not through the mapping: nothing may touch that before it is guarded. The magic last: a reader
// who sees it sees the whole header.
int WriteHeader(int fd, const SegmentHeader& header) {
  constexpr size_t kMagic = sizeof header.magic;
  static_assert(offsetof(SegmentHeader, magic) == 0);
  const char* const bytes = reinterpret_cast<const char*>(&header);
  const bool whole =
      pwrite(fd, bytes + kMagic, sizeof header - kMagic, kMagic) == sizeof header - kMagic &&
      pwrite(fd, bytes, kMagic, 0) == kMagic;
  return whole ? 0 : errno;
}

// Under its name there is never a file without a header: an empty one was cut by somebody.
int Rename(const std::string& from, const std::string& to) {
  if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
  // Not every file system can refuse to replace a file.
  if (errno != EINVAL && errno != ENOSYS) return errno;
  return rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

}  // namespace

Result<SegmentFile> SegmentFile::Create(const std::string& path, const SegmentIdentity& identity,
                                        uint64_t capacity_granules) {
  const uint64_t size = FileBytes(capacity_granules);
  const std::string unfinished = path + ".new";  // a name that readers pass over
  OwnDescriptor fd(open(unfinished.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!fd.valid()) return Refused(path, errno);
  int error = Allocate(fd.Get(), size);
  if (error == 0) error = WriteHeader(fd.Get(), MakeHeader(identity, capacity_granules));
  void* address = MAP_FAILED;
  if (error == 0) {
    address = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd.Get(), 0);
    if (address == MAP_FAILED) error = errno;
  }
  if (error == 0) error = Rename(unfinished, path);
  if (error != 0) {
    if (address != MAP_FAILED) munmap(address, size);
    unlink(unfinished.c_str());
    return Refused(path, error);
  }
  SegmentFile file;
  file.bytes_ = static_cast<std::byte*>(address);
  file.capacity_granules_ = capacity_granules;
  file.identity_ = fd.identity();
  return file;
}

SegmentFile::SegmentFile(SegmentFile&& other) noexcept { *this = std::move(other); }

SegmentFile& SegmentFile::operator=(SegmentFile&& other) noexcept {
  std::swap(bytes_, other.bytes_);
  std::swap(capacity_granules_, other.capacity_granules_);
  std::swap(identity_, other.identity_);
  return *this;
}

SegmentFile::~SegmentFile() {
  if (bytes_ != nullptr) munmap(bytes_, FileBytes(capacity_granules_));
}

}  // namespace tdbg::format
