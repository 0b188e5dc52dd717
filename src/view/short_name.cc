#include "view/short_name.h"

#include <algorithm>

#include "base/printable.h"

namespace tdbg::view {

std::string ShortName(const std::string& name, size_t most_columns) {
  if (DisplayColumns(name) <= most_columns) return name;
  size_t cut = name.size() - std::min(name.size(), most_columns - 1);
  if (const size_t slash = name.find('/', cut); slash != name.npos) cut = slash;
  // Not inside of a character.
  while (cut < name.size() && (static_cast<unsigned char>(name[cut]) & 0xC0) == 0x80) ++cut;
  return "…" + name.substr(cut);
}

}  // namespace tdbg::view
