// One command of the prompt: its names, its arguments, its help and what it does.
#pragma once

#include <string_view>
#include <vector>

#include "base/status.h"
#include "view/arguments.h"
#include "view/document.h"
#include "view/workspace.h"

namespace tdbg::view {

enum class Topic : uint8_t { kTensors, kGraph, kSource, kRun, kMoving, kPrompt };

struct Command {
  std::string_view name;
  std::vector<std::string_view> aliases;
  Topic topic = Topic::kTensors;
  std::string_view summary;  // one line, no full stop
  Positional positional = {};
  std::vector<Flag> flags = {};
  std::string_view details = "";  // paragraphs of help, behind the summary
  std::vector<std::string_view> examples = {};

  bool makes_page = true;  // false: it looks at the answer before, which stays the current one

  // A mistake of the user's is a Status; it becomes one line at the prompt.
  Result<Document> (*run)(Workspace&, const Arguments&) = nullptr;
};

}  // namespace tdbg::view
