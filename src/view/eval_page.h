// An expression over tensors as a page.
#pragma once

#include <string>

#include "base/status.h"
#include "view/document.h"
#include "view/value_page.h"
#include "view/workspace.h"

namespace tdbg::view {

// Which of its events a tensor's bare name means.
enum class Moment {
  kFirst,   // the first, as in tfdbg's eval
  kCursor,  // the last one up to the cursor
};

// A tensor in backticks is a name as everywhere, or tfdbg's `op:0[2]`: there a whole number in
// brackets is not a slice, but says which of its events.
Result<Document> EvalPage(Workspace& workspace, const std::string& text, Moment moment,
                          const ValueOptions& options);

}  // namespace tdbg::view
