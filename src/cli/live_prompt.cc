#include "cli/live_prompt.h"

#include <cstdio>
#include <utility>

#include "cli/birth_report.h"
#include "cli/shell_settings.h"
#include "prompt/interrupt.h"
#include "prompt/prompt_loop.h"
#include "prompt/shell_interpreter.h"

namespace tdbg::cli {
namespace {

// Begins with the report instead of the page about a recording.
class HeldInterpreter : public prompt::ShellInterpreter {
 public:
  HeldInterpreter(view::Shell& shell, view::Document opening)
      : ShellInterpreter(shell), opening_(std::move(opening)) {}

  prompt::Answer Opening(prompt::ScreenSize screen) override {
    return Said(std::move(opening_), screen);
  }

 private:
  view::Document opening_;
};

}  // namespace

LivePrompt::LivePrompt(session::Session& session)
    : shell_(session, files_, prompt::Interrupt::stop()) {
  LoadSettings(shell_.workspace());
  shell_.workspace().program = this;
}

Wish LivePrompt::Talk(size_t run, std::optional<query::Alert> alert) {
  shell_.Refreshed();
  view::Workspace& workspace = shell_.workspace();
  workspace.run_number = run;
  view::Document opening = view::Document::Of("held at an op, as Ctrl-C asked");
  if (alert) {
    workspace.cursor() = {.event = alert->event};
    opening = ReportOn({&workspace.run(), *alert}, true);
  }
  std::printf("\n");  // apart from what the program printed
  std::fflush(stdout);
  wish_ = Wish::kEnd;  // of one who closes the terminal, too
  HeldInterpreter interpreter(shell_, std::move(opening));
  prompt::RunPrompt(interpreter, prompt::HistoryFile(prompt::HistoryFile::DefaultPath()));
  return wish_;
}

}  // namespace tdbg::cli
