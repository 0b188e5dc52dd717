#include "capture/op_table.h"

#include <new>

namespace tdbg::capture {

uint32_t OpTable::Add() {
  uint32_t number = size_.load(std::memory_order_relaxed);
  if (number == 0) number = 1;
  if (number == kChunk * kChunks) return 0;
  auto& chunk = chunks_[number / kChunk];
  if (chunk.load(std::memory_order_relaxed) == nullptr) {
    auto* fresh = new (std::nothrow) OpState[kChunk];
    if (fresh == nullptr) return 0;
    chunk.store(fresh, std::memory_order_release);
  }
  size_.store(number + 1, std::memory_order_release);
  return number;
}

}  // namespace tdbg::capture
