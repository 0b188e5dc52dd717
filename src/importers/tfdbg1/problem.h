// Something wrong with one file, before it becomes a loss of the trace.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tdbg::importers::tfdbg1 {

struct Problem {
  std::string_view name;  // the name of the loss; a literal
  int64_t offset = -1;    // in the file; -1 where no place is to blame
  std::string text;       // one sentence
};

using Problems = std::vector<Problem>;

}  // namespace tdbg::importers::tfdbg1
