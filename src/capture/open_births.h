// Births of eager ops that are not told yet: what was made of them may still be thrown away.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "capture/eager_value.h"

namespace tdbg::capture {

// Guarded by its owner.
class OpenBirths {
 public:
  // `news` counts, besides what its owner counts there, the births that are decided and not told.
  explicit OpenBirths(std::atomic<uint32_t>& news) : news_(news) {}

  // From any thread, at any time.
  bool any_decided() const { return any_decided_.load(std::memory_order_relaxed); }

  // Opens a birth. Its number, which is never 0 nor given twice.
  uint32_t Open(EagerValue value);

  // A tensor came of the birth and nobody has read it yet; or somebody has now, or it is known to
  // be nobody's any more.
  void OneMoreUnread(uint32_t birth);
  void OneLessUnread(uint32_t birth);

  // Something bad that came of it goes on.
  void Decide(uint32_t birth);
  // The same of a birth that was never opened.
  void Decide(const EagerValue& value);

  // The first that was decided. nullopt if all of them are told.
  std::optional<EagerValue> TakeDecided();
  // The first of which there is something that nobody has read. nullopt if there is none.
  std::optional<EagerValue> TakeUnread();

 private:
  struct Birth {
    uint32_t number = 0;  // 0: this place is free
    uint32_t unread = 0;
    EagerValue value;
  };
  static constexpr size_t kMostOpen = 256;  // a newer one takes the place of an older
  static constexpr size_t kMostDecided = 256;

  Birth* Find(uint32_t number);
  void Close(Birth& birth);

  std::array<Birth, kMostOpen> births_;
  std::vector<EagerValue> decided_;
  uint32_t last_number_ = 0;
  std::atomic<uint32_t>& news_;
  std::atomic<bool> any_decided_{false};
};

}  // namespace tdbg::capture
