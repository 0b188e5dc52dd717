// A descriptor of ours in a process that is not ours: whoever else is there may close it, or put a
// file of theirs in its place, without asking.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include <sys/types.h>

namespace tdbg {

// Which file it is, whatever its number or name.
struct FileIdentity {
  dev_t device = 0;
  ino_t inode = 0;

  bool operator==(const FileIdentity&) const = default;
};

// nullopt: there is none.
std::optional<FileIdentity> IdentityOf(int fd);

// Move-only owner. Its number is high, where programs do not expect theirs, and it is closed only
// while it is still the file that it was.
class OwnDescriptor {
 public:
  OwnDescriptor() = default;  // none

  // Takes over what open() or socket() returned, and leaves `errno` as that did; < 0: none.
  explicit OwnDescriptor(int fd);

  OwnDescriptor(OwnDescriptor&& other) noexcept { *this = std::move(other); }
  OwnDescriptor& operator=(OwnDescriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    std::swap(identity_, other.identity_);
    return *this;
  }
  ~OwnDescriptor() { Close(); }

  // For the next system call; -1 if it is none, or no longer ours. Asks the system.
  int Get() const;

  // Whether there is one, without asking whether it is still ours.
  bool valid() const { return fd_ >= 0; }
  // The file that it was when it was taken over.
  FileIdentity identity() const { return identity_; }

  void Close();

 private:
  int fd_ = -1;
  FileIdentity identity_;
};

}  // namespace tdbg
