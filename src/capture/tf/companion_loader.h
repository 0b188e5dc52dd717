// Finding and starting the companion that was compiled for the TensorFlow in this process.
#pragma once

#include "capture/tf/companion_abi.h"

namespace tdbg::tf {

// Null if TDBG_COMPANION names none or it does not fit; what was wrong is counted as a loss by name
// (capture goes on, with op names instead of source lines). `services` must live as long as the
// process.
const tdbg_companion* StartCompanion(const tdbg_hook_services* services,
                                     const char* framework_version);

}  // namespace tdbg::tf
