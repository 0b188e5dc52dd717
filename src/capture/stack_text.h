// A Python stack as lines of a message.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "capture/definitions.h"
#include "capture/settings.h"

namespace tdbg::capture {

// The user's innermost line, then the innermost frames, as many as the settings say. Those in the
// user's files (where there are none, outside the framework's) are marked and shown with their
// text. Every line is begun here. "" for stack 0.
std::string StackText(Definitions& definitions, const Settings& settings, uint32_t stack,
                      std::string_view what_was_done);

}  // namespace tdbg::capture
