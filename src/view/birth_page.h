// The report on one bad value or failed op as one screen: the answer first, the evidence under it,
// the next step named. The prompt, `run` and `check` all show this.
#pragma once

#include <cstddef>

#include "session/birth_facts.h"
#include "view/document.h"

namespace tdbg::view {

struct BirthPageOptions {
  size_t columns = 80;  // of the screen; what does not fit beside goes below
  bool held = false;    // a program waits: `c` lets it go on
};

Document BirthPage(session::RunView& run, const session::BirthFacts& facts,
                   const BirthPageOptions& options);

}  // namespace tdbg::view
