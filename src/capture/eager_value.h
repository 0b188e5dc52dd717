// A bad tensor that an eager op made, or that the program handed in.
#pragma once

#include <cstdint>

#include "vocabulary/verdict.h"

namespace tdbg::capture {

enum BadNumber : uint8_t { kHoldsNan = 1, kHoldsNegInf = 2, kHoldsPosInf = 4 };

// By which a value is known again where it comes out of what it was put into.
struct Likeness {
  uint64_t digest = 0;  // as IncidentLimits has it
  uint8_t numbers = 0;  // which bad ones are in it: bits of BadNumber
};

struct EagerValue {
  uint64_t execution = 0;
  uint32_t slot = 0;
  uint32_t op = 0;
  int64_t time_ns = 0;
  Likeness likeness;
  Judgement judgement;
  uint32_t birth = 0;      // number of the birth that it is or came of; 0: of none
  bool opens = false;      // it is a birth, to be told once something bad that came of it goes on
  bool handed_in = false;  // by the program: no birth until something bad was made of it
  bool from_outside = false;  // that, or made of such values
  bool kept = false;          // with its elements
};

// Where a value can be put so that it comes out again later.
enum class PutInto : uint8_t { kNowhere, kVariable, kCollection };

}  // namespace tdbg::capture
