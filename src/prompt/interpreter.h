// What the prompt talks to: it understands lines, the prompt does not.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "prompt/screen_size.h"
#include "view/completion.h"
#include "view/document.h"

namespace tdbg::prompt {

struct Answer {
  // The next line; nullopt at the end. Lines are made as they are shown, so that a long answer
  // costs what is looked at. An empty function: nothing to say.
  std::function<std::optional<view::Line>()> lines;
  std::optional<view::Question> question;  // asked when the lines were shown
  bool quit = false;
};

// Ctrl-C sets Interrupt::stop() while one of these functions works and while its lines are made.
class Interpreter {
 public:
  virtual ~Interpreter() = default;

  // The lines that were typed in earlier runs, oldest first. Called once, before all else.
  virtual void Remember(const std::deque<std::string>& lines) = 0;

  // What is said before the first line is read.
  virtual Answer Opening(ScreenSize screen) = 0;
  virtual Answer Run(std::string_view line, ScreenSize screen) = 0;
  // Ctrl-D, or the terminal is gone.
  virtual Answer NoMoreLines(ScreenSize screen) = 0;

  virtual view::Completion Complete(std::string_view line, size_t cursor) = 0;
  virtual std::string PromptText() = 0;
  virtual bool WantsPager() = 0;
};

}  // namespace tdbg::prompt
