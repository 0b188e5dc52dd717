#pragma once

#include <cstddef>

namespace tdbg::prompt {

struct ScreenSize {
  size_t columns = 80;
  size_t rows = 24;

  bool operator==(const ScreenSize&) const = default;
};

}  // namespace tdbg::prompt
