#include "rpc/opened_trace.h"

namespace tdbg::rpc {

void OpenedTrace::Grew() {
  ++generation;
  overview.reset();
  memory.clear();
  memory.resize(session->runs().size());
  plugin.Forget();
  commands.Refreshed();
}

}  // namespace tdbg::rpc
