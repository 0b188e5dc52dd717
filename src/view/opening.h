// What somebody sees who has just opened a recording: what it is, and what is wrong in it.
#pragma once

#include "view/document.h"
#include "view/workspace.h"

namespace tdbg::view {

Document OpeningPage(Workspace& workspace);

}  // namespace tdbg::view
