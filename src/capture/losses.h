// What was not recorded: named and counted, on every thread, without locks.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tdbg::capture {

// Each has a name for the trace and a sentence for a person: see Losses::Take.
enum class Loss : uint8_t {
  kRecord,            // no segment could be made for it
  kLostValue,         // no room for it on the disk
  kUnreadableTensor,  // its elements were not all there
  kCutValue,
  kUnkeptValue,
  kUnkeptOperands,
  kUnkeptError,
  kShape,
  kLongText,
  kSource,
  kBudgetEvent,
  kInherited,
  kDisprovedBound,
  kHarmedFile,
  kTakenLine,
  kOther,  // counted under a name of the adapter's own
};
inline constexpr size_t kLossKinds = static_cast<size_t>(Loss::kOther);

class Losses {
 public:
  void Count(Loss loss, uint64_t count = 1) {
    counts_[static_cast<size_t>(loss)].fetch_add(count, std::memory_order_relaxed);
  }
  // By a name of the adapter's own; beyond a hundred different names the rest share one.
  void Count(std::string_view name, uint64_t count);

  struct Entry {
    std::string name;  // "capture_lost_records"
    std::string text;  // one sentence
    uint64_t count = 0;
    bool on_purpose = false;  // a limit that always holds, or that the user set
  };
  // What was lost since the last call. Not for two threads at once.
  std::vector<Entry> Take();

 private:
  std::array<std::atomic<uint64_t>, kLossKinds> counts_{};
  std::array<uint64_t, kLossKinds> taken_{};
  std::mutex mutex_;
  std::vector<std::pair<std::string, uint64_t>> named_;  // since the last Take
};

}  // namespace tdbg::capture
