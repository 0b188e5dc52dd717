// What the hot path needs to know of an op, found by its number without a lock.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace tdbg::capture {

// Beside tdbg_op_flags, in OpState::flags: the op runs by itself.
inline constexpr uint8_t kRunsByItself = 0x80;

struct OpState {
  // What the filters decided; see Filter. 0: nothing yet.
  std::atomic<uint32_t> decision{0};
  std::atomic<uint8_t> role{0};   // tdbg_role
  std::atomic<uint8_t> flags{0};  // tdbg_op_flags, kRunsByItself

  // From here on: guarded by the lock of Definitions.
  uint32_t graph = 0;
  uint32_t name = 0;  // strings
  uint32_t type = 0;
  uint64_t read = 0;  // fingerprint of what it is and reads as it is executed; 0: not told
  uint32_t written = 0;
  uint32_t stack = 0;
  uint64_t recorded = 0;  // fingerprints of what was recorded of it, executed and as written
  uint64_t recorded_written = 0;
};

// Grows at the end, never moves or frees an entry.
class OpTable {
 public:
  // nullptr for a number that was never given out.
  OpState* Find(uint32_t number) {
    if (number >= size_.load(std::memory_order_acquire)) return nullptr;
    return &chunks_[number / kChunk].load(std::memory_order_acquire)[number % kChunk];
  }

  // The next number, from 1 on; 0 if there is no room for more. Not for two threads at once.
  uint32_t Add();

 private:
  static constexpr size_t kChunk = 1024;
  static constexpr size_t kChunks = 16384;

  std::atomic<uint32_t> size_{0};
  std::atomic<OpState*> chunks_[kChunks] = {};
};

}  // namespace tdbg::capture
