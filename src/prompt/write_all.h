#pragma once

#include <string_view>

namespace tdbg::prompt {

// Writes everything, however often that takes. False, with errno, when it cannot be written.
bool WriteAll(int fd, std::string_view text);

}  // namespace tdbg::prompt
