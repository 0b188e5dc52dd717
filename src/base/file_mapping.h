// The pages of a file, mapped for reading, that stay readable when somebody cuts the file
// meanwhile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/status.h"

namespace tdbg {

// To be called once by a program that reads files of others, before it maps any. Reading a mapped
// page that its file has no more raises SIGBUS; from this call on, what a FileMapping had behind
// that place is zeros, and it knows where. Every other SIGBUS takes its course. Reading files
// instead would need no handler, but the memory of the whole trace; so debuggees, whose signals are
// not ours, never call this.
void KeepMappingsReadable();

struct MappedPlace;

// Move-only owner of one mapping.
class FileMapping {
 public:
  enum class Writes {
    kUnseen,  // by others may be seen or not
    kSeen,    // by others are seen as they come
  };

  // The first `size_bytes` of the file, at least one. The descriptor is not needed afterwards. The
  // error names no file.
  static Result<FileMapping> Of(int fd, size_t size_bytes, Writes writes);

  FileMapping() = default;  // no bytes
  FileMapping(FileMapping&& other) noexcept;
  FileMapping& operator=(FileMapping&& other) noexcept;
  ~FileMapping();

  std::span<const std::byte> bytes() const { return bytes_; }

  // From which byte on zeros are read, because the file had ended there when they were asked for.
  std::optional<uint64_t> cut_at() const;

 private:
  std::span<const std::byte> bytes_;
  MappedPlace* place_ = nullptr;  // where the signal's handler finds the mapping
};

}  // namespace tdbg
