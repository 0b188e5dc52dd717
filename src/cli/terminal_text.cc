#include "cli/terminal_text.h"

#include <cstdlib>

#include <unistd.h>

namespace tdbg::cli {
namespace {

bool WantsColour() {
  static const bool wants = [] {
    const char* refused = std::getenv("NO_COLOR");  // counts when it is not empty
    return isatty(STDOUT_FILENO) && (refused == nullptr || *refused == '\0');
  }();
  return wants;
}

const char* Code(Ink ink) {
  switch (ink) {
    case Ink::kNan:
      return "\033[35m";
    case Ink::kPosInf:
      return "\033[34m";
    case Ink::kNegInf:
      return "\033[33m";
    case Ink::kStrong:
      return "\033[1m";
    case Ink::kFaint:
      return "\033[2m";
  }
  return "";
}

}  // namespace

std::string Padded(std::string text, size_t columns) {
  const size_t used = DisplayColumns(text);
  if (used < columns) text.append(columns - used, ' ');
  return text;
}

std::string Inked(Ink ink, std::string text) {
  if (!WantsColour()) return text;
  return Code(ink) + text + "\033[0m";
}

}  // namespace tdbg::cli
