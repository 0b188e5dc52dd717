// A file mapped for reading. Its pages belong to the kernel: they cost no memory of ours. Only a
// file of a few pages is copied instead, which is faster.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/status.h"

namespace tdbg {

// Move-only owner of one mapping. A file that grows is mapped again by Grow(); views handed out
// before that stay good until the object dies, because old mappings are kept.
class MappedFile {
 public:
  // An empty file maps to no bytes. Errors say which path and why.
  static Result<MappedFile> Open(const std::string& path);

  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  std::string_view bytes() const { return bytes_; }
  const std::string& path() const { return path_; }

  // Maps what was appended since. A file that became shorter keeps its length here until it is
  // opened anew: the formats we follow only grow.
  Status Grow();

 private:
  MappedFile() = default;
  void Unmap();

  struct OldMapping;

  std::string path_;
  std::string_view bytes_;
  OldMapping* old_ = nullptr;
};

}  // namespace tdbg
