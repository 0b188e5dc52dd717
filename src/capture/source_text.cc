#include "capture/source_text.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tdbg::capture {

std::optional<std::string> ReadSource(const char* path, bool* too_large) {
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return std::nullopt;
  struct stat facts;
  const bool regular = fstat(fd, &facts) == 0 && S_ISREG(facts.st_mode);
  *too_large = regular && facts.st_size > static_cast<off_t>(kLongestSource);
  std::optional<std::string> text;
  if (regular && !*too_large) {
    text.emplace(static_cast<size_t>(facts.st_size), '\0');
    size_t filled = 0;
    while (filled < text->size()) {
      const ssize_t n = read(fd, text->data() + filled, text->size() - filled);
      if (n <= 0) break;
      filled += static_cast<size_t>(n);
    }
    text->resize(filled);
  }
  close(fd);
  return text;
}

}  // namespace tdbg::capture
