// A warning: trouble that holds no NaN and no infinity yet, seen in recorded statistics over
// several steps.
#pragma once

#include <cstdint>
#include <optional>

#include "store/ids.h"

namespace tdbg::query {

enum class WarningKind : uint8_t {
  kUnderflow,          // a gradient of a narrow type is mostly zeros and subnormals
  kHeadroom,           // the largest element comes near the end of its type
  kVanishedGradient,   // of a layer, beside those of other layers
  kExplodingGradient,  // grown, and still growing
  kDeadUnits,          // an activation is zero in all elements
  kSaturation,         // a sigmoid, tanh or softmax is flat where its inputs are
  kDivergence,         // the loss grows
  kUnchangedVariable,  // it is assigned in each step, and stays what it was
  kConstantOutput,     // all elements equal, though the inputs were not
  kLostSpread,         // the same, but not from the beginning
};
inline constexpr size_t kWarningKinds = 10;

const char* WarningName(WarningKind kind);  // "underflow", as in JSON

enum class Certainty : uint8_t {
  kCounted,  // the numbers are the trouble itself
  kLikely,   // the numbers fit the trouble, and may have another reason
};

struct Warning {
  WarningKind kind = WarningKind::kUnderflow;
  Certainty certainty = Certainty::kCounted;
  store::EventId since;  // the first tensor that shows it
  store::EventId last;   // the last one
  int64_t since_step = 0;
  int64_t last_step = 0;
  int64_t steps = 0;   // that were measured and show it
  int64_t others = 0;  // tensors of the same kind of trouble at the same place of the program

  // What was measured, at the beginning of the trouble and at its end:
  // kUnderflow, the share of subnormal elements among those that are not zero or, of a cast, of
  // those that it made zero among all;
  // kHeadroom, the largest magnitude; kVanishedGradient, kExplodingGradient, the root of the mean
  // square; kDeadUnits, nothing; kSaturation, the mean slope; kDivergence, the loss;
  // kUnchangedVariable, the largest magnitude; kConstantOutput, the element; kLostSpread, the
  // standard deviation before, and the element now.
  double before = 0;
  double now = 0;
  // kUnderflow: what is smaller is subnormal, or 0 where the elements became zero in a cast;
  // kHeadroom: the largest number of the type; kVanishedGradient: the largest root of the mean
  // square of another layer's.
  double against = 0;
  // kHeadroom of what grows: the step at which it is beyond the type's end if that goes on.
  std::optional<int64_t> end_step;
};

}  // namespace tdbg::query
