// Texts of the C interface as C++ has them, and the other way round.
#pragma once

#include <string_view>

#include "tdbg/capture.h"

namespace tdbg::capture {

inline tdbg_text Text(std::string_view text) { return {text.data(), text.size()}; }

inline std::string_view View(tdbg_text text) {
  return text.data == nullptr ? std::string_view() : std::string_view(text.data, text.size);
}

}  // namespace tdbg::capture
