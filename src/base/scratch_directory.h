// A directory for the files of one test or fuzzer: in memory where the system allows it, and gone
// with the object. What cannot be made or written ends the process.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include "base/check.h"

namespace tdbg {

class ScratchDirectory {
 public:
  ScratchDirectory() {
    path_ = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    path_ += "/tdbg_XXXXXX";
    TDBG_CHECK(mkdtemp(path_.data()) != nullptr);
  }
  ~ScratchDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;

  const std::string& path() const { return path_; }
  std::string PathOf(const std::string& name) const { return path_ + "/" + name; }

  // Makes the file if it is not there.
  void Append(const std::string& name, std::string_view bytes) const {
    const int fd = open(PathOf(name).c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    TDBG_CHECK(fd >= 0);
    TDBG_CHECK(write(fd, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
    close(fd);
  }

  void Remove(const std::string& name) const { unlink(PathOf(name).c_str()); }

 private:
  std::string path_;
};

}  // namespace tdbg
