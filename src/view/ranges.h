// Which elements `-r` marks: closed ranges, and NaN by name.
#pragma once

#include <string_view>
#include <vector>

#include "base/status.h"

namespace tdbg::view {

struct Ranges {
  struct Range {
    double low;
    double high;
  };
  std::vector<Range> ranges;
  bool nan = false;

  // Both ends belong to a range, infinite ones as well.
  bool Holds(double number) const;
};

// "[a, b]", "[[a, b], [c, d]]", "a,b", "nan", and lists of those; an end may be inf or -inf.
Result<Ranges> ParseRanges(std::string_view text);

}  // namespace tdbg::view
