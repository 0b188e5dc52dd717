// An event that holds NaN or an infinity, with a verdict on where it came from.
#pragma once

#include "store/ids.h"
#include "vocabulary/verdict.h"

namespace tdbg::query {

struct Alert {
  store::EventId event;
  Verdict verdict = Verdict::kOrigin;
  Source source = Source::kOp;
};

}  // namespace tdbg::query
