// Columns and colours on standard output.
#pragma once

#include <cstddef>
#include <string>

#include "base/printable.h"

namespace tdbg::cli {

// `text` with blanks behind it up to `columns`.
std::string Padded(std::string text, size_t columns);

enum class Ink { kNan, kPosInf, kNegInf, kStrong, kFaint };

// The text in the colour of the one palette of all surfaces, if standard output is a terminal that
// wants colours (NO_COLOR is respected).
std::string Inked(Ink ink, std::string text);

}  // namespace tdbg::cli
