// The prompt's own commands, for clients of which each has a cursor and settings of its own.
#pragma once

#include <list>
#include <memory>
#include <string>

#include "rpc/asker.h"
#include "rpc/messages.h"
#include "session/target/target.h"
#include "view/shell.h"

namespace tdbg::rpc {

class Commands {
 public:
  // All three outlive it.
  Commands(session::Target& target, session::Session& session, const Asker& asker);
  ~Commands();

  Result<Document> Answer(const CommandRequest& request);
  Result<Completion> Answer(const CompletionRequest& request);

  // To be called when the session was refreshed.
  void Refreshed();

 private:
  struct Client;

  // Only the last few clients are remembered. An error where the client's last command still runs:
  // this one comes in a pause of it.
  Result<Client*> ClientOf(const std::string& name);
  Status TurnTo(Client& client, int64_t run);

  session::Session& session_;
  std::unique_ptr<session::LiveProgram> program_;  // null: this is a recording
  std::unique_ptr<view::Files> files_;
  const Asker& asker_;
  std::list<Client> clients_;  // the latest first
};

}  // namespace tdbg::rpc
