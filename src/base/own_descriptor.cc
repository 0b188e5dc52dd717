#include "base/own_descriptor.h"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tdbg {
namespace {

// Beyond what programs open, and not so far that the table of descriptors would grow much for it.
constexpr rlim_t kFirstNumber = 512;

// The same file under a high number; `fd` itself where there is no such number left.
int MovedUp(int fd) {
  rlimit most = {};
  if (getrlimit(RLIMIT_NOFILE, &most) != 0) return fd;
  const auto first = static_cast<int>(std::min(kFirstNumber, most.rlim_cur / 2));
  const int high = fcntl(fd, F_DUPFD_CLOEXEC, first);
  if (high < 0) return fd;
  close(fd);
  return high;
}

}  // namespace

std::optional<FileIdentity> IdentityOf(int fd) {
  struct stat facts;
  if (fd < 0 || fstat(fd, &facts) != 0) return std::nullopt;
  return FileIdentity{.device = facts.st_dev, .inode = facts.st_ino};
}

OwnDescriptor::OwnDescriptor(int fd) {
  if (fd < 0) return;
  fd_ = MovedUp(fd);
  identity_ = IdentityOf(fd_).value_or(FileIdentity());
}

int OwnDescriptor::Get() const { return IdentityOf(fd_) == identity_ ? fd_ : -1; }

void OwnDescriptor::Close() {
  if (Get() >= 0) close(fd_);
  fd_ = -1;
}

}  // namespace tdbg
