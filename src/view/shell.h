// The command language: a line goes in, a document comes out.
#pragma once

#include <atomic>
#include <string>
#include <string_view>

#include "view/command.h"
#include "view/document.h"
#include "view/workspace.h"

namespace tdbg::view {

class Shell {
 public:
  // All three must outlive the shell.
  Shell(session::Session& session, Files& files, const std::atomic<bool>& stop);

  // One command; several only through SplitCommands. A mistake comes back as a document of severity
  // kError. "> file" has been written when this returns; what became of it is the last line.
  Document Run(std::string_view line);

  // What somebody sees who has typed nothing yet.
  Document Opening();

  // The session was refreshed: cursors and settings stay, pages that showed rows of it are gone.
  void Refreshed();

  Workspace& workspace() { return workspace_; }
  bool quit() const { return workspace_.conversation.over; }

 private:
  Result<Document> Interpret(std::string_view line);
  Result<Document> InterpretOne(std::string_view line);
  Result<Document> Expand(const std::string& text);  // of a word that was defined

  Workspace workspace_;
  int depth_ = 0;  // of commands that run commands
};

}  // namespace tdbg::view
