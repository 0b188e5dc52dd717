// Colours on standard output.
#pragma once

#include <string>

#include "base/printable.h"
#include "view/document.h"

namespace tdbg::cli {

// The text in the colour of the one palette of all surfaces, if standard output is a terminal that
// wants colours.
std::string Inked(view::Style style, std::string text);

}  // namespace tdbg::cli
