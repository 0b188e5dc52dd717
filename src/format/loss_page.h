// The page on which a recorder says how it stands and what it lost. It is a file of its own, whole
// and mapped before anything else is recorded: what goes wrong later (a full disk, a limit, the
// budget) can still be said there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tdbg::format {

inline constexpr char kLossPageName[] = "losses.tdbg";  // in the folder of its run

// The numbers are on disk.
enum class RecorderState : uint8_t {
  kStarting = 0,
  kRecording = 1,
  kEndedEarly = 2,  // something made it impossible; `why` says what
  kStopped = 3,     // the program ended, or the recording
};

struct LossPageEntry {
  uint64_t count;
  uint8_t flags;
  char name[87];  // ends with its first zero, or with the field

  static constexpr uint8_t kOnPurpose = 1;    // a limit that always holds, or that the user set
  static constexpr uint8_t kHidesBirths = 2;  // bad values may have been born that nobody saw
};
static_assert(sizeof(LossPageEntry) == 96);

// As it lies on disk.
struct LossPage {
  static constexpr size_t kEntries = 38;

  char magic[8];
  uint32_t version;
  uint8_t state;  // RecorderState
  uint8_t zero[3];
  uint64_t checksum;  // of all but itself
  uint32_t entry_count;
  uint32_t zero2;
  char job[64];  // as in the process record, or its beginning
  char why[352];
  LossPageEntry entries[kEntries];
};
static_assert(sizeof(LossPage) == 4096);

// A page that says that the recorder is starting.
LossPage EmptyLossPage(std::string_view job);

// Puts text into a field of these structs, cut to fit.
void SetField(std::span<char> field, std::string_view text);
std::string_view FieldText(std::span<const char> field);

// To be called when the rest is as it shall be.
void SealLossPage(LossPage& page);

// nullopt if that is no such page, or not a whole one.
std::optional<LossPage> ReadLossPage(std::span<const std::byte> bytes);

}  // namespace tdbg::format
