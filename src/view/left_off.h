// Where commands left off that go on from there when they are typed again without an argument.
#pragma once

#include <cstdint>
#include <string>

#include "view/position.h"

namespace tdbg::view {

// What `list` showed last. It goes on only while the cursor is where it was.
struct ListedSource {
  std::string path;  // "" before the first `list`
  int32_t next = 0;  // the line to go on with
  Cursor at;
};

struct LeftOff {
  ListedSource listed = {};
  std::string found_filter = {};  // of `find`; "" before the first
};

}  // namespace tdbg::view
