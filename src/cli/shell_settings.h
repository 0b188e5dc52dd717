// What the user set in earlier sessions holds in this one.
#pragma once

#include "view/workspace.h"

namespace tdbg::cli {

void LoadSettings(view::Workspace& workspace);

}  // namespace tdbg::cli
