#include "rpc/opened_trace.h"

namespace tdbg::rpc {

bool OpenedTrace::grew_lately() const {
  constexpr std::chrono::seconds kLately(10);
  return grew_at && std::chrono::steady_clock::now() - *grew_at < kLately;
}

void OpenedTrace::Grew() {
  ++generation;
  grew_at = std::chrono::steady_clock::now();
  overview.reset();
  memory.clear();
  memory.resize(session->runs().size());
  plugin.Forget();
  commands.Refreshed();
}

}  // namespace tdbg::rpc
