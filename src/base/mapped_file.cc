#include "base/mapped_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_mapping.h"
#include "base/sparse_file.h"

namespace tdbg {

// Either a copy or a mapping.
struct MappedFile::Contents {
  std::unique_ptr<char[]> copy;
  size_t copied = 0;
  FileMapping mapping;
  dev_t device = 0;
  ino_t inode = 0;
  std::optional<uint64_t> hole;
  Contents* before = nullptr;

  std::string_view bytes() const {
    if (copy != nullptr) return {copy.get(), copied};
    return {reinterpret_cast<const char*>(mapping.bytes().data()), mapping.bytes().size()};
  }
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

// Fewer than `size` bytes if the file has become shorter.
Result<size_t> Copy(const std::string& path, int fd, char* to, size_t size) {
  size_t done = 0;
  while (done < size) {
    const ssize_t got = read(fd, to + done, size - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return Refused(path, errno);
    if (got == 0) break;
    done += static_cast<size_t>(got);
  }
  return done;
}

}  // namespace

Result<MappedFile::Contents*> MappedFile::Read(const std::string& path) {
  const ScopedFd fd(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (fd.get() < 0) return Refused(path, errno);
  struct stat info;
  if (fstat(fd.get(), &info) != 0) return Refused(path, errno);
  if (!S_ISREG(info.st_mode)) return Unreadable("cannot read " + path + ": not a regular file");
  auto contents = std::make_unique<Contents>();
  contents->device = info.st_dev;
  contents->inode = info.st_ino;
  contents->hole = HoleToStopAt(fd.get(), info);
  const auto size =
      static_cast<size_t>(contents->hole.value_or(static_cast<uint64_t>(info.st_size)));
  if (size == 0) return contents.release();
  if (size <= kMostCopiedBytes) {
    contents->copy = std::make_unique_for_overwrite<char[]>(size);
    TDBG_ASSIGN_OR_RETURN(contents->copied, Copy(path, fd.get(), contents->copy.get(), size));
    return contents.release();
  }
  auto mapping = FileMapping::Of(fd.get(), size, FileMapping::Writes::kUnseen);
  if (!mapping.ok()) {
    return Unreadable("cannot read " + path + ": " + mapping.status().message());
  }
  contents->mapping = *std::move(mapping);
  return contents.release();
}

Result<MappedFile> MappedFile::Open(const std::string& path) {
  MappedFile file;
  file.path_ = path;
  TDBG_ASSIGN_OR_RETURN(file.contents_, Read(path));
  return file;
}

MappedFile::MappedFile(MappedFile&& other) noexcept { *this = std::move(other); }

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(contents_, other.contents_);
  std::swap(shorter_, other.shorter_);
  return *this;
}

MappedFile::~MappedFile() {
  while (contents_ != nullptr) delete std::exchange(contents_, contents_->before);
}

std::string_view MappedFile::bytes() const {
  return contents_ == nullptr ? std::string_view() : contents_->bytes();
}

Status MappedFile::Grow() {
  struct stat info;
  if (stat(path_.c_str(), &info) != 0) return Refused(path_, errno);
  const auto size = static_cast<uint64_t>(info.st_size);
  const bool same = contents_->device == info.st_dev && contents_->inode == info.st_ino;
  if (!same || size < bytes().size()) {
    shorter_ = std::min(shorter_.value_or(UINT64_MAX), same ? size : 0);
    return Status::Ok();
  }
  if (size == bytes().size() || contents_->hole) return Status::Ok();
  TDBG_ASSIGN_OR_RETURN(Contents * grown, Read(path_));
  grown->before = contents_;
  contents_ = grown;
  return Status::Ok();
}

std::optional<uint64_t> MappedFile::cut_at() const {
  std::optional<uint64_t> cut = shorter_;
  for (const Contents* one = contents_; one != nullptr; one = one->before) {
    if (const auto at = one->mapping.cut_at()) cut = std::min(cut.value_or(*at), *at);
  }
  return cut;
}

std::optional<uint64_t> MappedFile::hole_at() const {
  return contents_ == nullptr ? std::nullopt : contents_->hole;
}

}  // namespace tdbg
