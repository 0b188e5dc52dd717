#include "cli/end_signals.h"

namespace tdbg::cli {

EndSignals::EndSignals() {
  sigemptyset(&signals_);
  sigaddset(&signals_, SIGINT);
  sigaddset(&signals_, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals_, &before_);
}

EndSignals::~EndSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

void EndSignals::Wait() const {
  int signal = 0;
  sigwait(&signals_, &signal);
}

}  // namespace tdbg::cli
