#include "capture/guarded_memory.h"

#include <atomic>
#include <new>

#include <sys/mman.h>
#include <unistd.h>

namespace tdbg::capture {

// Read by a signal handler at any moment, so what says where the mapping lies is one word.
struct GuardedMemory::Place {
  std::atomic<uint64_t> extent{0};  // 0: of nothing
  std::atomic<bool> cut{false};
  std::atomic<bool> taken{true};
  Place* next = nullptr;
};

namespace {

constexpr int kPageBits = 12;
const uint64_t g_page_mask = static_cast<uint64_t>(sysconf(_SC_PAGESIZE)) - 1;  // of the system
constexpr int kCountBits = 28;
constexpr uint64_t kMostPages = (uint64_t{1} << kCountBits) - 1;
constexpr uint64_t kLastPage = (uint64_t{1} << (64 - kCountBits)) - 1;

// The number of the first page and how many there are; 0 where they cannot be told in a word.
uint64_t ExtentOf(const std::byte* begin, uint64_t size) {
  const uint64_t page = reinterpret_cast<uintptr_t>(begin) >> kPageBits;
  const uint64_t pages = (size + (uint64_t{1} << kPageBits) - 1) >> kPageBits;
  return page > kLastPage || pages > kMostPages ? 0 : page << kCountBits | pages;
}

std::atomic<GuardedMemory::Place*> g_places{nullptr};
std::atomic<uint64_t> g_cuts{0};

// No lock: another thread may hold one while the process forks.
GuardedMemory::Place* FreePlace() {
  GuardedMemory::Place* place = g_places.load(std::memory_order_acquire);
  for (; place != nullptr; place = place->next) {
    if (!place->taken.exchange(true, std::memory_order_acq_rel)) return place;
  }
  place = new (std::nothrow) GuardedMemory::Place;
  if (place == nullptr) return nullptr;
  place->next = g_places.load(std::memory_order_relaxed);
  while (!g_places.compare_exchange_weak(place->next, place, std::memory_order_acq_rel)) {
  }
  return place;
}

}  // namespace

GuardedMemory::GuardedMemory(std::byte* begin, uint64_t size) : place_(FreePlace()) {
  if (place_ == nullptr) return;
  place_->cut.store(false, std::memory_order_relaxed);
  place_->extent.store(ExtentOf(begin, size), std::memory_order_release);
}

GuardedMemory::~GuardedMemory() {
  if (place_ == nullptr) return;
  place_->extent.store(0, std::memory_order_release);
  place_->taken.store(false, std::memory_order_release);
}

bool GuardedMemory::was_cut() const {
  return place_ != nullptr && place_->cut.load(std::memory_order_relaxed);
}

bool ReplaceVanished(const void* address) {
  const uint64_t page = reinterpret_cast<uintptr_t>(address) >> kPageBits;
  for (GuardedMemory::Place* place = g_places.load(std::memory_order_acquire); place != nullptr;
       place = place->next) {
    const uint64_t extent = place->extent.load(std::memory_order_acquire);
    const uint64_t first = extent >> kCountBits;
    const uint64_t end = first + (extent & kMostPages);
    if (page < first || page >= end) continue;
    // Shared, so that it does not count where the program's own data are limited.
    const uint64_t from = (page << kPageBits) & ~g_page_mask;
    if (mmap(reinterpret_cast<void*>(from), (end << kPageBits) - from, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0) == MAP_FAILED) {
      return false;
    }
    if (!place->cut.exchange(true, std::memory_order_relaxed)) {
      g_cuts.fetch_add(1, std::memory_order_relaxed);
    }
    return true;
  }
  return false;
}

uint64_t NumCutMappings() { return g_cuts.load(std::memory_order_relaxed); }

}  // namespace tdbg::capture
