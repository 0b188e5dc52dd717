// Who waits for the answer at hand.
#pragma once

#include <atomic>
#include <functional>

namespace tdbg::rpc {

struct Asker {
  std::atomic<bool> gone = false;    // nobody wants the answer any more: long work gives up
  std::function<void()> pause = {};  // called now and then during long work; others may ask then
};

}  // namespace tdbg::rpc
