// What a recorder counts as lost while the program runs: the names and sentences under which
// everybody shows it, and what it means for those who ask whether anything bad was born.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tdbg {

enum class RecorderLoss : uint8_t {
  kRecord,            // no segment could be made for it
  kUnrecordedBirth,   // a bad value that an op made of clean inputs was among these
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
  kNoDebugger,
  kHarmedFile,
  kTakenLine,
  kOther,  // counted under a name of the adapter's own
};
inline constexpr size_t kRecorderLosses = static_cast<size_t>(RecorderLoss::kOther);

struct LossWords {
  const char* name;           // "capture_lost_record"
  const char* text;           // one sentence for a person
  bool on_purpose = false;    // a limit that always holds, or that the user set
  bool hides_births = false;  // bad values may have been born that nobody saw
};

// Of each but kOther.
const LossWords& WordsOf(RecorderLoss loss);
// nullptr for a name of an adapter's own.
const LossWords* FindLossWords(std::string_view name);

}  // namespace tdbg
