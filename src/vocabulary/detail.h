// How much of a tensor was recorded: the one answer from the recorder to the page.
//
// The vocabulary is what every layer from the trace on disk up to the surfaces speaks unconverted.
// Like base, it is in namespace tdbg.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace tdbg {

// The numbers of the first six are on disk in native traces, in three bits; the others are free.
enum class Detail : uint8_t {
  kNoTensor = 0,
  kCurtHealth = 1,     // bad or not
  kConciseHealth = 2,  // how many NaN and infinities
  kFullHealth = 3,     // native: counts, extremes and moments; TensorFlow: counts alone
  kShape = 4,
  kFullTensor = 5,  // the value, unless it was lost; native: full health besides

  kReduceInfNan,    // TensorFlow's three numbers: -inf, +inf, NaN or zeros
  kNanCount,        // tfdbg1's DebugNanCount
  kNumericSummary,  // tfdbg1's DebugNumericSummary
  kAuto,            // of a run: curt health, and more where it matters
  kUnknown,
};
inline constexpr Detail kLastDetailOnDisk = Detail::kFullTensor;

// What users type and read, "full_health"; "" for kUnknown.
const char* DetailName(Detail detail);
// kUnknown for a word that is no detail's name.
Detail DetailNamed(std::string_view name);

// What a native recorder can be asked for.
std::span<const Detail> RecorderDetails();

// TensorFlow's number of tensor_debug_mode; 0, its UNSPECIFIED, where it has none.
int TensorFlowMode(Detail detail);
// kUnknown for a number that no release of TensorFlow writes.
Detail DetailOfTensorFlowMode(int64_t mode);

// The debug op of tfdbg1 that records so much: "DebugIdentity"; "" where there is none.
std::string_view DebugOpName(Detail detail);
// Also of those that came after, as DebugIdentityV3; kUnknown for others.
Detail DetailOfDebugOp(std::string_view debug_op);

// Whether `one` tells more of a tensor than `other`; both are details that a native trace records.
bool TellsMore(Detail one, Detail other);

}  // namespace tdbg
