#include "capture/whole_file.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/own_descriptor.h"

namespace tdbg::capture {

std::optional<std::string> ReadWholeFile(const char* path, uint64_t most_bytes, bool* too_large) {
  const OwnDescriptor fd(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat facts;
  if (fd.Get() < 0 || fstat(fd.Get(), &facts) != 0 || !S_ISREG(facts.st_mode)) return std::nullopt;
  const auto size = static_cast<uint64_t>(facts.st_size);
  *too_large = size > most_bytes;
  if (*too_large) return std::nullopt;
  std::string bytes(size, '\0');
  size_t filled = 0;
  while (filled < bytes.size()) {
    const ssize_t n = read(fd.Get(), bytes.data() + filled, bytes.size() - filled);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return std::nullopt;
    if (n == 0) break;
    filled += static_cast<size_t>(n);
  }
  bytes.resize(filled);
  return bytes;
}

}  // namespace tdbg::capture
