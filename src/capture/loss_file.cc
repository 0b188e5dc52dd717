#include "capture/loss_file.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include "format/file_size_limit.h"

namespace tdbg::capture {
namespace {

Status NoLossFile(const std::string& path, int error) {
  return Unreadable("cannot make " + path + ": " + std::strerror(error));
}

}  // namespace

Result<LossFile> LossFile::Create(const std::string& path, const format::LossPage& page) {
  if (format::LargestFile() < sizeof page) return NoLossFile(path, EFBIG);
  const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0) return NoLossFile(path, errno);
  int error;
  do {
    error = posix_fallocate(fd, 0, sizeof page);
  } while (error == EINTR);
  void* mapping = MAP_FAILED;
  if (error == 0) {
    mapping = mmap(nullptr, sizeof page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (mapping == MAP_FAILED) error = errno;
  }
  close(fd);
  if (error == 0) {
    const LossFile file(mapping);
    if (file.Write(page)) return file;
    error = EIO;
    munmap(mapping, sizeof page);
  }
  unlink(path.c_str());
  return NoLossFile(path, error);
}

bool LossFile::Write(const format::LossPage& page) const {
  // The kernel copies it, and where the file was cut it says so instead of sending a signal.
  iovec from = {.iov_base = const_cast<format::LossPage*>(&page), .iov_len = sizeof page};
  iovec to = {.iov_base = mapping_, .iov_len = sizeof page};
  const ssize_t copied = process_vm_writev(getpid(), &from, 1, &to, 1, 0);
  if (copied == static_cast<ssize_t>(sizeof page)) return true;
  if (copied >= 0 || (errno != ENOSYS && errno != EPERM)) return false;
  std::memcpy(mapping_, &page, sizeof page);  // a sandbox that forbids the call
  return true;
}

}  // namespace tdbg::capture
