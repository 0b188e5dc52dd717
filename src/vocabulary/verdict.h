// How a bad value, one that holds NaN or an infinity, was judged: by the recorder while the program
// ran, and afterwards by the walks of query.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tdbg {

// In order of gravity. The numbers are on disk in native traces.
enum class Verdict : uint8_t {
  kUnknown = 0,    // nobody has judged
  kOrigin = 1,     // every input was clean, or no op computed the value: see Source
  kInherited = 2,  // some input was bad
  kMasked = 3,     // it was consumed, and nothing bad that came of it left the execution
  kHandled = 4,    // the same, because the program looked for it: a loss scaler skipped the step
};
inline constexpr size_t kVerdicts = 5;

// What made an origin's value. The numbers are on disk in native traces.
enum class Source : uint8_t { kUnknown = 0, kOp = 1, kInput = 2, kConstant = 3, kVariable = 4 };

// "origin", "op"; "" for kUnknown. What users type and read.
const char* VerdictName(Verdict verdict);
const char* SourceName(Source source);

// One byte: the store keeps one for each event.
struct Judgement {
  Verdict verdict : 4;
  Source source : 4;

  constexpr Judgement(Verdict v = Verdict::kUnknown, Source s = Source::kUnknown)
      : verdict(v), source(s) {}
  bool operator==(const Judgement&) const = default;

  // What holds the program: constants and variables do not.
  bool IsBirth() const {
    return verdict == Verdict::kOrigin && (source == Source::kOp || source == Source::kInput);
  }
};
static_assert(sizeof(Judgement) == 1);

}  // namespace tdbg
