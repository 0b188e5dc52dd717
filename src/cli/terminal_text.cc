#include "cli/terminal_text.h"

#include <unistd.h>

#include "prompt/ansi.h"

namespace tdbg::cli {

std::string Inked(view::Style style, std::string text) {
  static const bool wanted = prompt::WantsColour(STDOUT_FILENO);
  return wanted ? prompt::Styled(style, text) : text;
}

}  // namespace tdbg::cli
