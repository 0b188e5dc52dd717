// What the prompt talks to: it understands lines, the prompt does not.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "prompt/completion.h"
#include "prompt/screen_size.h"
#include "prompt/styled_line.h"

namespace tdbg::prompt {

struct Answer {
  // The next line; nullopt at the end. Lines are made as they are shown, so that a long answer
  // costs what is looked at. An empty function: nothing to say.
  std::function<std::optional<Line>()> lines;
  bool error = false;  // the line was a mistake, and `lines` says which
  bool quit = false;
};

struct Screen {
  ScreenSize size;
  bool terminal = false;  // false: the answer goes to a file or a pipe
};

class Interpreter {
 public:
  virtual ~Interpreter() = default;

  // What is said before the first line is read.
  virtual Answer Opening(const Screen& screen) = 0;

  // `stop` becomes true when the user presses Ctrl-C, while the line runs or while its answer is
  // shown. It outlives the answer.
  virtual Answer Run(std::string_view line, const Screen& screen,
                     const std::atomic<bool>& stop) = 0;

  virtual Completion Complete(std::string_view line, size_t cursor) = 0;
  virtual std::string PromptText() = 0;
};

}  // namespace tdbg::prompt
