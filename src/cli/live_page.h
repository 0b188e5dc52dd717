// The page on a program that is being recorded: `--web` of run and record.
#pragma once

#include <memory>
#include <string>

#include "cli/debugged_program.h"
#include "rpc/service.h"
#include "server/http_server.h"

namespace tdbg::cli {

class LivePage {
 public:
  // One that is not wanted never opens.
  LivePage(bool wanted, std::string trace) : wanted_(wanted), trace_(std::move(trace)) {}

  // Opens the page once there is something to show, and says where it is.
  void OpenIfRecording(size_t processes);

  // Whether it still has to be opened; then OpenIfRecording wants to be called every so often.
  bool is_waiting() const { return wanted_ && server_ == nullptr; }

  // The program has ended: an open page stays until Ctrl-C.
  void StayUntilInterrupted();

  // What DebuggedProgram::Wait may wait for.
  DebuggedProgram::Clock::time_point until() const;

 private:
  bool wanted_;
  const std::string trace_;
  std::unique_ptr<rpc::Service> service_;
  std::unique_ptr<server::HttpServer> server_;
};

}  // namespace tdbg::cli
