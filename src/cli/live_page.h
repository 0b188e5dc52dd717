// The page on a program that is being recorded: `--web` of run and record.
#pragma once

#include <memory>

#include "rpc/service.h"
#include "server/http_server.h"
#include "session/target/target.h"

namespace tdbg::cli {

class LivePage {
 public:
  // One that is not wanted never opens. The target outlives the page.
  LivePage(bool wanted, session::Target& target) : wanted_(wanted), target_(target) {}

  // Opens the page once there is something to show, and says where it is.
  void OpenIfRecording();

  // Whether it still has to be opened: OpenIfRecording wants to be called every so often.
  bool is_waiting() const { return wanted_ && server_ == nullptr && target_.processes() > 0; }

  // The program has ended: an open page stays until Ctrl-C.
  void StayUntilInterrupted();

 private:
  bool wanted_;
  session::Target& target_;
  std::unique_ptr<rpc::Service> service_;
  std::unique_ptr<server::HttpServer> server_;
};

}  // namespace tdbg::cli
