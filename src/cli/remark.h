// What tdbg says beside the program's own output.
#pragma once

#include <string_view>

namespace tdbg::cli {

// One line on standard error, made harmless for a terminal.
void Remark(std::string_view text);

}  // namespace tdbg::cli
