#include "capture/allocation.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "capture/life.h"

namespace tdbg::capture {
namespace {

// The reserve costs nothing until it is touched.
constexpr size_t kReserveBytes = size_t{16} << 20;
alignas(16) char g_reserve[kReserveBytes];
std::atomic<size_t> g_used{0};

}  // namespace

bool MemoryRanOut() { return g_used.load(std::memory_order_relaxed) > 0; }

bool IsFromReserve(const void* at) {
  const auto address = reinterpret_cast<uintptr_t>(at);
  const auto start = reinterpret_cast<uintptr_t>(g_reserve);
  return address >= start && address < start + kReserveBytes;
}

void* MemoryFromReserve(size_t bytes) {
  const size_t rounded = (bytes + 15) / 16 * 16;
  const size_t used = g_used.fetch_add(rounded, std::memory_order_relaxed);
  SwitchOff();
  if (used + rounded > kReserveBytes) std::abort();
  return g_reserve + used;
}

}  // namespace tdbg::capture

// Sanitizers bring operators of their own, in more forms than these.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TDBG_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TDBG_SANITIZED
#endif
#endif

#ifndef TDBG_SANITIZED
// These operators serve this library alone: they are not exported.
void* operator new(size_t bytes) {
  void* const at = std::malloc(bytes == 0 ? 1 : bytes);
  return at != nullptr ? at : tdbg::capture::MemoryFromReserve(bytes);
}

void operator delete(void* at) noexcept {
  if (!tdbg::capture::IsFromReserve(at)) std::free(at);
}

void operator delete(void* at, size_t) noexcept { operator delete(at); }
#endif
