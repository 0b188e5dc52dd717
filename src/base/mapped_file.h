// A file read in place: its pages belong to the kernel and cost no memory of ours. Only a file of a
// few pages is copied instead, which is faster.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/status.h"

namespace tdbg {

// Move-only owner of the bytes. A file that grows is mapped again by Grow(); views handed out
// before that stay good until the object dies, because old mappings are kept. They also stay good
// when the file is cut (base/file_mapping.h says what they hold then).
class MappedFile {
 public:
  // An empty file has no bytes. Errors say which path and why.
  static Result<MappedFile> Open(const std::string& path);

  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  std::string_view bytes() const;
  const std::string& path() const { return path_; }

  // Maps what was appended since. A file that became shorter, or in whose place another was put,
  // keeps its length here until it is opened anew: the formats we follow only grow.
  Status Grow();

  // Where the file was found to end before its bytes here do; 0 if another file is in its place.
  std::optional<uint64_t> cut_at() const;

  // Where the first hole of a huge file with holes lies, at which its bytes end here: reading
  // zeros that nobody wrote could take hours.
  std::optional<uint64_t> hole_at() const;

 private:
  struct Contents;

  MappedFile() = default;
  static Result<Contents*> Read(const std::string& path);

  std::string path_;
  Contents* contents_ = nullptr;  // the newest; each knows the one before it
  std::optional<uint64_t> shorter_;
};

}  // namespace tdbg
