#include "cli/live_page.h"

#include "cli/end_signals.h"
#include "cli/remark.h"

namespace tdbg::cli {

void LivePage::OpenIfRecording() {
  if (!is_waiting()) return;
  if (!target_.Refresh().ok()) return;  // its first record is not there yet
  const EndSignals not_for_the_server;  // whose threads inherit what is blocked
  service_ = std::make_unique<rpc::Service>(target_);
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

}  // namespace tdbg::cli
