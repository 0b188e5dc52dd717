// What the user has given a name, or asked to see again and again. It lasts as long as the prompt.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "query/filter.h"

namespace tdbg::view {

struct Definitions {
  query::NamedFilters filters = {};                 // expressions, by name
  std::map<std::string, std::string> aliases = {};  // commands that a word of `define` stands for
  std::vector<std::string> displays = {};           // expressions printed after each move
};

}  // namespace tdbg::view
