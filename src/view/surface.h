// What the surface on which the answers are shown lends to the commands.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>

#include "view/files.h"

namespace tdbg::view {

struct Surface {
  Files& files;
  const std::atomic<bool>& stop;  // set when nobody wants the answer any more: long work gives up
  // Called every millisecond or so of long work that reads nothing of the session meanwhile; may be
  // empty.
  std::function<void()> pause = {};

  size_t columns = 80;       // of the screen
  bool terminal = false;     // false: text as for a file, tensors at numpy's width
  std::string version = {};  // of the tdbg that runs
};

}  // namespace tdbg::view
