// Small tables about what was opened.
#pragma once

#include "view/document.h"
#include "view/workspace.h"

namespace tdbg::view {

Table LossTable(const store::Trace& trace);
Table RunTable(Workspace& workspace);  // marks the current one
Table DeviceTable(session::RunView& run);

}  // namespace tdbg::view
