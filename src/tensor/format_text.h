// Elements without numbers as one line of printable ASCII or UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace tdbg::tensor {

// A byte string as Python writes a bytes object: b'ab\x00'.
std::string QuoteBytes(std::string_view bytes);

// The same text with control characters written as \x1b; anything else is left alone.
std::string EscapeControls(std::string_view text);

}  // namespace tdbg::tensor
