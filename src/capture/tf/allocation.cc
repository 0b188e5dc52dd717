// Memory for the adapter when the program has none left: that of the capture library, which ends
// the recording. No exception may leave the adapter, since those who call it expect none.
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

#include "tdbg/capture.h"

namespace tdbg::tf {
namespace {

std::atomic<bool> g_used_reserve{false};

[[maybe_unused]] void* FromReserve(size_t bytes) {
  g_used_reserve.store(true, std::memory_order_relaxed);
  return tdbg_reserve(bytes);
}

[[maybe_unused]] bool IsReserve(const void* at) {
  return g_used_reserve.load(std::memory_order_relaxed) && tdbg_in_reserve(at) != 0;
}

}  // namespace
}  // namespace tdbg::tf

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
  return at != nullptr ? at : tdbg::tf::FromReserve(bytes);
}

void operator delete(void* at) noexcept {
  if (!tdbg::tf::IsReserve(at)) std::free(at);
}

void operator delete(void* at, size_t) noexcept { operator delete(at); }
#endif
