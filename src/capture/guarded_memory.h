// Which memory of the program holds files of ours. Such memory can vanish: when somebody cuts the
// file, an access behind its new end is a SIGBUS in the middle of an op.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace tdbg::capture {

// Move-only. While it lives, memory of this mapping that vanishes is replaced.
class GuardedMemory {
 public:
  GuardedMemory() = default;  // of nothing
  GuardedMemory(std::byte* begin, uint64_t size);
  GuardedMemory(GuardedMemory&& other) noexcept { *this = std::move(other); }
  GuardedMemory& operator=(GuardedMemory&& other) noexcept {
    std::swap(place_, other.place_);
    return *this;
  }
  ~GuardedMemory();

  // Whether something of it had to be replaced: what was written there is lost.
  bool was_cut() const;

  struct Place;  // one mapping, in a list that is never shortened

 private:
  Place* place_ = nullptr;
};

// If the address lies in guarded memory: puts memory of no file there, up to the end of the
// mapping, so that the access can be made again. For signal handlers.
bool ReplaceVanished(const void* address);

// How many mappings were cut so far in this process.
uint64_t NumCutMappings();

}  // namespace tdbg::capture
