#include "prompt/history_file.h"

#include <cstdlib>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/glyph.h"
#include "base/private_directory.h"
#include "prompt/write_all.h"

namespace tdbg::prompt {
namespace {

constexpr mode_t kOwnerOnly = 0600;
constexpr int kMostTries = 10;

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

class OpenFile {
 public:
  explicit OpenFile(int fd = -1) : fd_(fd) {}
  OpenFile(OpenFile&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  OpenFile& operator=(OpenFile&&) = delete;
  ~OpenFile() {
    if (fd_ >= 0) close(fd_);
  }
  int fd() const { return fd_; }
  bool ok() const { return fd_ >= 0; }

 private:
  int fd_;
};

// The file at the path, opened and locked. Another process may put a new file in its place while
// we wait for the lock of the old one; then the new one is tried.
OpenFile OpenLocked(const std::string& path, int flags) {
  for (int i = 0; i < kMostTries; ++i) {
    OpenFile file(open(path.c_str(), flags | O_CLOEXEC, kOwnerOnly));
    if (!file.ok() || flock(file.fd(), LOCK_EX) != 0) break;
    struct stat ours {
    }, there{};
    if (fstat(file.fd(), &ours) == 0 && stat(path.c_str(), &there) == 0 &&
        ours.st_ino == there.st_ino && ours.st_dev == there.st_dev) {
      if (!S_ISREG(ours.st_mode)) break;
      return file;
    }
  }
  return OpenFile();
}

std::string ReadAll(int fd) {
  std::string text;
  char block[65536];
  for (ssize_t got = 0; (got = read(fd, block, sizeof(block))) > 0;) {
    text.append(block, static_cast<size_t>(got));
  }
  return text;
}

// The lock of the old file is held meanwhile, so nobody's line comes in between.
void ReplaceFile(const std::string& path, const History& history) {
  std::string text;
  for (const std::string& line : history.lines()) text += line + "\n";
  std::string fresh = path + ".XXXXXX";
  const OpenFile file(mkostemp(fresh.data(), O_CLOEXEC));  // mode 0600
  if (!file.ok()) return;
  if (!WriteAll(file.fd(), text) || rename(fresh.c_str(), path.c_str()) != 0) {
    unlink(fresh.c_str());
  }
}

}  // namespace

std::string HistoryFile::DefaultPath() {
  std::string state = Variable("XDG_STATE_HOME");
  // The specification of XDG_STATE_HOME tells to ignore a relative path.
  if (state.empty() || state[0] != '/') {
    const std::string home = Variable("HOME");
    if (home.empty()) return "";
    state = home + "/.local/state";
  }
  return state + "/tdbg/history";
}

History HistoryFile::Load() const {
  History history;
  if (path_.empty()) return history;
  // A file that may be read but not written is still a history.
  OpenFile file = OpenLocked(path_, O_RDWR);
  const bool writable = file.ok();
  const OpenFile read_only(writable ? -1 : open(path_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  const std::string text = ReadAll(writable ? file.fd() : read_only.fd());
  size_t count = 0;
  for (size_t at = 0; at < text.size(); ++count) {
    const size_t end = std::min(text.find('\n', at), text.size());
    history.Add(Cleaned(std::string_view(text).substr(at, end - at)));
    at = end + 1;
  }
  if (writable && count > History::kMost) ReplaceFile(path_, history);
  return history;
}

void HistoryFile::Append(std::string_view line) const {
  if (path_.empty()) return;
  MakePrivateDirectory(std::filesystem::path(path_).parent_path());
  const OpenFile file = OpenLocked(path_, O_WRONLY | O_APPEND | O_CREAT);
  if (file.ok()) static_cast<void>(WriteAll(file.fd(), std::string(line) + "\n"));
}

}  // namespace tdbg::prompt
