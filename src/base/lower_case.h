// Text in small letters, for comparing.
#pragma once

#include <string>
#include <string_view>

namespace tdbg {

// Letters of ASCII alone, whatever the locale.
inline std::string LowerCase(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

}  // namespace tdbg
