// Small tables about what was opened.
#pragma once

#include "view/document.h"
#include "view/position.h"

namespace tdbg::view {

Table LossTable(const store::Trace& trace);
Table RunTable(Position& position);  // marks the current one
Table DeviceTable(session::RunView& run);

}  // namespace tdbg::view
