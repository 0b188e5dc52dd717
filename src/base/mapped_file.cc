#include "base/mapped_file.h"

#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tdbg {

struct MappedFile::OldMapping {
  std::string_view bytes;
  OldMapping* next;
};

namespace {

// Closes the descriptor at the end of the scope: a mapping does not need it.
class ScopedFd {
 public:
  explicit ScopedFd(int fd) : fd_(fd) {}
  ~ScopedFd() {
    if (fd_ >= 0) close(fd_);
  }
  ScopedFd(const ScopedFd&) = delete;
  ScopedFd& operator=(const ScopedFd&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

Status Refused(const std::string& path, int error) {
  std::string message = "cannot read " + path + ": " + std::strerror(error);
  return error == ENOENT ? NotFound(std::move(message)) : Unreadable(std::move(message));
}

// A few pages are copied in less time than it takes to map and unmap them: a dump is thousands of
// small files.
constexpr size_t kMostCopiedBytes = size_t{1} << 15;

bool IsCopied(size_t size) { return size <= kMostCopiedBytes; }

// `size` bytes, or fewer if the file has become shorter.
Result<std::string_view> CopyWhole(const std::string& path, int fd, size_t size) {
  auto bytes = std::make_unique_for_overwrite<char[]>(size);
  size_t done = 0;
  while (done < size) {
    const ssize_t got = read(fd, bytes.get() + done, size - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return Refused(path, errno);
    if (got == 0) break;
    done += static_cast<size_t>(got);
  }
  if (done == 0) return std::string_view();
  return std::string_view(bytes.release(), done);
}

Result<std::string_view> MapWhole(const std::string& path) {
  const ScopedFd fd(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (fd.get() < 0) return Refused(path, errno);
  struct stat info;
  if (fstat(fd.get(), &info) != 0) return Refused(path, errno);
  if (!S_ISREG(info.st_mode)) return Unreadable("cannot read " + path + ": not a regular file");
  if (info.st_size == 0) return std::string_view();
  const size_t size = static_cast<size_t>(info.st_size);
  if (IsCopied(size)) return CopyWhole(path, fd.get(), size);
  void* address = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd.get(), 0);
  if (address == MAP_FAILED) return Refused(path, errno);
  return std::string_view(static_cast<const char*>(address), size);
}

void UnmapBytes(std::string_view bytes) {
  if (bytes.empty()) return;
  if (IsCopied(bytes.size())) {
    delete[] bytes.data();
  } else {
    munmap(const_cast<char*>(bytes.data()), bytes.size());
  }
}

}  // namespace

Result<MappedFile> MappedFile::Open(const std::string& path) {
  TDBG_ASSIGN_OR_RETURN(const std::string_view bytes, MapWhole(path));
  MappedFile file;
  file.path_ = path;
  file.bytes_ = bytes;
  return file;
}

MappedFile::MappedFile(MappedFile&& other) noexcept { *this = std::move(other); }

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(bytes_, other.bytes_);
  std::swap(old_, other.old_);
  return *this;
}

MappedFile::~MappedFile() { Unmap(); }

Status MappedFile::Grow() {
  struct stat info;
  if (stat(path_.c_str(), &info) != 0) return Refused(path_, errno);
  if (static_cast<size_t>(info.st_size) <= bytes_.size()) return Status::Ok();
  TDBG_ASSIGN_OR_RETURN(const std::string_view bytes, MapWhole(path_));
  if (!bytes_.empty()) old_ = new OldMapping{bytes_, old_};
  bytes_ = bytes;
  return Status::Ok();
}

void MappedFile::Unmap() {
  UnmapBytes(bytes_);
  while (old_ != nullptr) {
    UnmapBytes(old_->bytes);
    delete std::exchange(old_, old_->next);
  }
}

}  // namespace tdbg
