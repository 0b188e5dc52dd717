#include "base/sparse_file.h"

#include <sys/stat.h>
#include <unistd.h>

namespace tdbg {

std::optional<uint64_t> HoleToStopAt(int fd, const struct stat& info) {
  constexpr uint64_t kHugeBytes = uint64_t{1} << 30;
  constexpr uint64_t kBlockBytes = 512;  // what st_blocks counts in, whatever the file system
  const auto size = static_cast<uint64_t>(info.st_size);
  const auto on_disk = static_cast<uint64_t>(info.st_blocks) * kBlockBytes;
  if (size <= kHugeBytes || on_disk >= size / 2) return std::nullopt;
  const off_t hole = lseek(fd, 0, SEEK_HOLE);
  lseek(fd, 0, SEEK_SET);
  if (hole < 0 || static_cast<uint64_t>(hole) >= size) return std::nullopt;
  return static_cast<uint64_t>(hole);
}

}  // namespace tdbg
