// Where a living program is held, as one screen: the report on the birth or the failed op, or the
// op at which a face asked for a stop, with the calls that led there.
#pragma once

#include <cstddef>

#include "session/session.h"
#include "session/target/target_state.h"
#include "view/document.h"

namespace tdbg::view {

// `columns` of the screen.
Document StopPage(session::RunView& run, const session::Stop& stop, size_t columns);

}  // namespace tdbg::view
