// What the hook offers to the companion.
#pragma once

#include <string>

#include "capture/tf/companion_abi.h"

namespace tdbg::tf::companion {

void SetServices(const tdbg_hook_services* services);
const tdbg_hook_services& Services();

// Valid as long as the string.
inline tdbg_text Text(const std::string& text) { return {text.data(), text.size()}; }

}  // namespace tdbg::tf::companion
