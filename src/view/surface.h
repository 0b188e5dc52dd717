// What the surface on which the answers are shown lends to the commands.
#pragma once

#include <atomic>
#include <cstddef>
#include <string>

#include "view/files.h"

namespace tdbg::view {

struct Surface {
  Files& files;
  const std::atomic<bool>& stop;  // set by Ctrl-C: long work gives up

  size_t columns = 80;       // of the screen
  bool terminal = false;     // false: text as for a file, tensors at numpy's width
  std::string version = {};  // of the tdbg that runs
};

}  // namespace tdbg::view
