// The prompt's own commands, for clients of which each has a cursor and settings of its own.
#pragma once

#include <atomic>
#include <list>
#include <memory>
#include <string>

#include "rpc/messages.h"
#include "session/target/target.h"
#include "view/shell.h"

namespace tdbg::rpc {

class Commands {
 public:
  Commands(session::Target& target, session::Session& session);
  ~Commands();

  Result<Document> Answer(const CommandRequest& request);
  Result<Completion> Answer(const CompletionRequest& request);

  // To be called when the session was refreshed.
  void Refreshed();

 private:
  struct Client;

  // Only the last few clients are remembered.
  Client& ClientOf(const std::string& name);
  Status TurnTo(Client& client, int64_t run);

  session::Session& session_;
  std::unique_ptr<session::LiveProgram> program_;  // null: this is a recording
  std::unique_ptr<view::Files> files_;
  const std::atomic<bool> stop_ = false;
  std::list<Client> clients_;  // the latest first
};

}  // namespace tdbg::rpc
