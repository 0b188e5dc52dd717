// The command language at the prompt.
#pragma once

#include "prompt/interpreter.h"
#include "view/shell.h"

namespace tdbg::prompt {

// Borrows the shell, which was made with Interrupt::stop().
class ShellInterpreter : public Interpreter {
 public:
  explicit ShellInterpreter(view::Shell& shell) : shell_(shell) {}

  void Remember(const std::deque<std::string>& lines) override;
  Answer Opening(ScreenSize screen) override;
  // Several commands with ";" between them have their answers one under another.
  Answer Run(std::string_view line, ScreenSize screen) override;
  Answer NoMoreLines(ScreenSize screen) override { return Run("quit", screen); }
  view::Completion Complete(std::string_view line, size_t cursor) override;
  std::string PromptText() override { return "tdbg> "; }
  bool WantsPager() override;

 protected:
  // A document of somebody else's as an answer.
  Answer Said(view::Document document, ScreenSize screen);

 private:
  void Fit(ScreenSize screen);

  view::Shell& shell_;
};

}  // namespace tdbg::prompt
