#include "format/segment_file.h"

#include <cerrno>
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

}  // namespace

Result<SegmentFile> SegmentFile::Create(const std::string& path, const SegmentIdentity& identity,
                                        uint64_t capacity_granules) {
  const uint64_t size = FileBytes(capacity_granules);
  const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0) return Refused(path, errno);
  int error = Allocate(fd, size);
  void* address = MAP_FAILED;
  if (error == 0) {
    address = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (address == MAP_FAILED) error = errno;
  }
  close(fd);
  if (error != 0) {
    unlink(path.c_str());
    return Refused(path, error);
  }
  // The magic last: a reader who sees it sees the whole header.
  const SegmentHeader header = MakeHeader(identity, capacity_granules);
  constexpr size_t kMagic = sizeof header.magic;
  static_assert(kMagic == sizeof(uint64_t) && offsetof(SegmentHeader, magic) == 0);
  std::memcpy(static_cast<char*>(address) + kMagic, reinterpret_cast<const char*>(&header) + kMagic,
              sizeof header - kMagic);
  uint64_t magic;
  std::memcpy(&magic, header.magic, kMagic);
  __atomic_store_n(static_cast<uint64_t*>(address), magic, __ATOMIC_RELEASE);
  SegmentFile file;
  file.bytes_ = static_cast<std::byte*>(address);
  file.capacity_granules_ = capacity_granules;
  return file;
}

SegmentFile::SegmentFile(SegmentFile&& other) noexcept { *this = std::move(other); }

SegmentFile& SegmentFile::operator=(SegmentFile&& other) noexcept {
  std::swap(bytes_, other.bytes_);
  std::swap(capacity_granules_, other.capacity_granules_);
  return *this;
}

SegmentFile::~SegmentFile() {
  if (bytes_ != nullptr) munmap(bytes_, FileBytes(capacity_granules_));
}

}  // namespace tdbg::format
