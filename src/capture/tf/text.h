// Texts as the C interface of capture wants them.
#pragma once

#include <string_view>

#include "tdbg/capture.h"

namespace tdbg::tf {

inline tdbg_text Text(std::string_view text) { return {text.data(), text.size()}; }

}  // namespace tdbg::tf
