#include "base/file_mapping.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <mutex>
#include <utility>

#include <sys/mman.h>
#include <unistd.h>

namespace tdbg {

// One mapping as the handler sees it. Places are used again and never freed, so that the handler
// can walk them at any moment.
struct MappedPlace {
  std::atomic<uintptr_t> begin{0};  // 0: the place is free
  std::atomic<size_t> size{0};
  std::atomic<uint64_t> cut_at{UINT64_MAX};
  MappedPlace* next = nullptr;       // of all places
  MappedPlace* next_free = nullptr;  // of those that are free
};

namespace {

std::atomic<MappedPlace*> first_place{nullptr};
std::mutex free_places_mutex;  // held by whoever takes or gives back a place
MappedPlace* free_places = nullptr;
struct sigaction action_before;
uintptr_t page_bytes = 4096;

// What lies behind the fault is zeros from now on, so that a reader meets the cut once and not on
// every page, and old and new contents never mix if the file grows again.
bool PutZeros(MappedPlace& place, uintptr_t address) {
  const uintptr_t begin = place.begin.load(std::memory_order_acquire);
  const size_t size = place.size.load(std::memory_order_relaxed);
  if (begin == 0 || address < begin || address - begin >= size) return false;
  const uintptr_t page = address & ~(page_bytes - 1);
  if (mmap(reinterpret_cast<void*>(page), begin + size - page, PROT_READ,
           MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED) {
    return false;
  }
  uint64_t known = place.cut_at.load(std::memory_order_relaxed);
  while (page - begin < known && !place.cut_at.compare_exchange_weak(known, page - begin)) {
  }
  return true;
}

void OnBusError(int, siginfo_t* info, void*) {
  const int error = errno;
  const auto address = reinterpret_cast<uintptr_t>(info->si_addr);
  bool ours = false;
  for (MappedPlace* place = first_place.load(std::memory_order_acquire); place != nullptr && !ours;
       place = place->next) {
    ours = PutZeros(*place, address);
  }
  // Else the instruction runs again, or the signal comes again, and meets whoever was there before.
  if (!ours) {
    sigaction(SIGBUS, &action_before, nullptr);
    const bool sent_by_somebody = info->si_code <= 0;
    if (sent_by_somebody) raise(SIGBUS);  // taken when this handler returns
  }
  errno = error;
}

MappedPlace* TakePlace() {
  const std::lock_guard lock(free_places_mutex);
  MappedPlace* place = free_places;
  if (place != nullptr) {
    free_places = place->next_free;
    return place;
  }
  place = new MappedPlace;
  place->next = first_place.load(std::memory_order_relaxed);
  first_place.store(place, std::memory_order_release);
  return place;
}

}  // namespace

void KeepMappingsReadable() {
  static const bool once = [] {
    page_bytes = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
    struct sigaction action = {};
    action.sa_sigaction = OnBusError;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    return sigaction(SIGBUS, &action, &action_before) == 0;
  }();
  static_cast<void>(once);
}

Result<FileMapping> FileMapping::Of(int fd, size_t size_bytes, Writes writes) {
  const int flags = writes == Writes::kSeen ? MAP_SHARED : MAP_PRIVATE;
  void* const address = mmap(nullptr, size_bytes, PROT_READ, flags, fd, 0);
  if (address == MAP_FAILED) return Unreadable(std::strerror(errno));
  FileMapping mapping;
  mapping.bytes_ = {static_cast<const std::byte*>(address), size_bytes};
  MappedPlace* const place = TakePlace();
  place->cut_at.store(UINT64_MAX, std::memory_order_relaxed);
  place->size.store(size_bytes, std::memory_order_relaxed);
  place->begin.store(reinterpret_cast<uintptr_t>(address), std::memory_order_release);
  mapping.place_ = place;
  return mapping;
}

FileMapping::FileMapping(FileMapping&& other) noexcept { *this = std::move(other); }

FileMapping& FileMapping::operator=(FileMapping&& other) noexcept {
  std::swap(bytes_, other.bytes_);
  std::swap(place_, other.place_);
  return *this;
}

FileMapping::~FileMapping() {
  if (place_ == nullptr) return;
  place_->begin.store(0, std::memory_order_release);
  munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
  const std::lock_guard lock(free_places_mutex);
  place_->next_free = free_places;
  free_places = place_;
}

std::optional<uint64_t> FileMapping::cut_at() const {
  if (place_ == nullptr) return std::nullopt;
  const uint64_t cut = place_->cut_at.load(std::memory_order_relaxed);
  return cut == UINT64_MAX ? std::nullopt : std::optional(cut);
}

}  // namespace tdbg
