// The prompt on a program that is held.
#pragma once

#include "cli/user_files.h"
#include "session/target/target.h"
#include "view/shell.h"

namespace tdbg::cli {

// Remembers from one stop to the next what was set, defined and looked at.
class HeldPrompt {
 public:
  // Of a target that has recorded something, and outlives the prompt.
  explicit HeldPrompt(session::Target& target);

  // Shows where the program is held, and talks with the user until they have let it go or ended it,
  // or another face has. Nothing if it is not held any more.
  void Talk();

 private:
  session::Target& target_;
  UserFiles files_;
  view::Shell shell_;
};

}  // namespace tdbg::cli
