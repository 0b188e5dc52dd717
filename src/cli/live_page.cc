#include "cli/live_page.h"

#include "cli/end_signals.h"
#include "cli/remark.h"
#include "session/session.h"

namespace tdbg::cli {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks(200);

}  // namespace

void LivePage::OpenIfRecording(size_t processes) {
  if (!is_waiting() || processes == 0) return;
  auto session = session::Session::Open(trace_, {});
  if (!session.ok()) return;            // its first record is not there yet
  const EndSignals not_for_the_server;  // whose threads inherit what is blocked
  service_ = std::make_unique<rpc::Service>(*std::move(session));
  auto server = server::HttpServer::Start({}, *service_);
  if (!server.ok()) {
    Remark("no page: " + server.status().message());
    wanted_ = false;
    return;
  }
  server_ = *std::move(server);
  Remark("the page is at " + server_->url());
}

void LivePage::StayUntilInterrupted() {
  if (server_ == nullptr) return;
  const EndSignals end;
  Remark("the page stays until Ctrl-C: " + server_->url());
  end.Wait();
}

DebuggedProgram::Clock::time_point LivePage::until() const {
  return is_waiting() ? DebuggedProgram::Clock::now() + kBetweenLooks
                      : DebuggedProgram::Clock::time_point::max();
}

}  // namespace tdbg::cli
