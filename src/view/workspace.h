// What the commands of one prompt share and remember, in parts. What needs only some of them takes
// those, not the whole.
#pragma once

#include <functional>
#include <string_view>

#include "base/status.h"
#include "session/live_program.h"
#include "view/answers.h"
#include "view/conversation.h"
#include "view/definitions.h"
#include "view/document.h"
#include "view/left_off.h"
#include "view/position.h"
#include "view/settings.h"
#include "view/surface.h"

namespace tdbg::view {

struct Workspace {
  Position position;
  Surface surface;
  session::LiveProgram* program = nullptr;  // null: this is a recording

  Settings settings = {};
  Definitions defined = {};
  Answers answers = {};
  LeftOff left_off = {};
  Conversation conversation = {};

  // Runs one line as if it were typed; set by the shell. For source, define and display.
  std::function<Result<Document>(std::string_view)> interpret = {};
};

}  // namespace tdbg::view
