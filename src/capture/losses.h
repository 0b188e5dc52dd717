// What was not recorded: named and counted, on every thread.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string_view>

#include "capture/loss_file.h"
#include "format/loss_page.h"
#include "vocabulary/recorder_loss.h"

namespace tdbg::capture {

using Loss = RecorderLoss;

// Each name stands on the page in the moment in which it is counted first, so that nothing that
// happens to the process afterwards can hide it; its number follows with Publish().
class Losses {
 public:
  // Where it is written from now on; until then it is only counted.
  void WriteTo(LossFile file, const format::LossPage& page);

  // Takes a lock only when this kind of loss is counted for the first time.
  void Count(Loss loss, uint64_t count = 1) {
    if (count == 0) return;
    const auto kind = static_cast<size_t>(loss);
    if (counts_[kind].fetch_add(count, std::memory_order_relaxed) == 0) Publish();
  }
  // By a name of the adapter's own; where there are too many different ones the rest share one.
  void Count(std::string_view name, uint64_t count, bool hides_births);

  void Recording() { Become(format::RecorderState::kRecording, ""); }
  // It is over for a reason that is not the program's wish; the first one counts, for good.
  void EndedEarly(std::string_view why) { Become(format::RecorderState::kEndedEarly, why); }
  void Stopped() { Become(format::RecorderState::kStopped, ""); }

  // Writes the page if it is not as it should be.
  void Publish();

  // How many things were lost, without what was left out on purpose.
  uint64_t total() const;
  // Why it ended early; "" if it did not.
  std::string why() const;

 private:
  // As many names as the page has places behind those that everybody knows.
  static constexpr size_t kNames = format::LossPage::kEntries - kRecorderLosses;
  static constexpr char kManyNames[] = "capture_other";

  void Become(format::RecorderState state, std::string_view why);
  void Fill();  // under the lock

  std::array<std::atomic<uint64_t>, kRecorderLosses> counts_{};

  mutable std::mutex mutex_;
  std::optional<LossFile> file_;
  format::LossPage page_ = format::EmptyLossPage("");
  format::LossPage written_{};
  std::array<format::LossPageEntry, kNames> named_{};
  size_t named_count_ = 0;
};

}  // namespace tdbg::capture
