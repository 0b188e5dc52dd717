// Whether a bad value was born here or came in.
#pragma once

#include <cstdint>

#include "tdbg/capture.h"
#include "vocabulary/verdict.h"

namespace tdbg::capture {

enum class Inputs : uint8_t { kClean, kBad, kUnknown };

// What one input holds; kUnknown if it cannot be read any more. `data`, if wanted: where it lies.
Inputs CheckInput(const tdbg_op_run& run, uint32_t index, const void** data = nullptr);

// Reads the inputs until a bad one is found. kUnknown: none is, but one of them cannot be read any
// more.
Inputs CheckInputs(const tdbg_op_run& run);

// What brought in a bad input that no op made; TDBG_COMPUTES if there is none.
uint32_t RoleFromOutside(const tdbg_op_run& run);

// What happened before decides where nothing better is known: rather too few origins than a false
// one.
struct Before {
  bool bad_in_run = false;
  bool bad_in_execution = false;
  bool birth_in_run = false;
  bool birth_elsewhere = false;  // in the run, by another op
  bool seen = false;             // the very values, as what another op made
};
// `calls`: the op runs others, and may return what these made.
Judgement Judge(uint32_t role, bool calls, Inputs inputs, Before before);

// The judgement of an op with a bad input that `role`, which is not TDBG_COMPUTES, brought in.
Judgement JudgeOutside(uint32_t role);

}  // namespace tdbg::capture
