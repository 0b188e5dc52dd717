#include "cli/held_prompt.h"

#include <cstdio>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "cli/remark.h"
#include "cli/shell_settings.h"
#include "prompt/interrupt.h"
#include "prompt/prompt_loop.h"
#include "prompt/shell_interpreter.h"
#include "view/stop_page.h"

namespace tdbg::cli {
namespace {

using session::Target;

// A page may read the same recording meanwhile: whatever touches it does so in turns.
class HeldInterpreter : public prompt::ShellInterpreter {
 public:
  HeldInterpreter(Target& target, view::Shell& shell, const session::Stop& stop)
      : ShellInterpreter(shell), target_(target), shell_(shell), stop_(stop) {}

  prompt::Answer Opening(prompt::ScreenSize screen) override {
    const Target::Reading reading(target_);
    growth_ = reading.growth();
    shell_.Refreshed();
    view::Workspace& workspace = shell_.workspace();
    workspace.position.GoToRun(stop_.run);
    if (stop_.event.valid()) workspace.position.cursor() = {.event = stop_.event};
    return InTurns(Said(view::StopPage(workspace.position.run(), stop_, screen.columns), screen));
  }

  prompt::Answer Run(std::string_view line, prompt::ScreenSize screen) override {
    const Target::Reading reading(target_);
    if (std::exchange(growth_, reading.growth()) != growth_) shell_.Refreshed();
    return InTurns(ShellInterpreter::Run(line, screen));
  }

  view::Completion Complete(std::string_view line, size_t cursor) override {
    const Target::Reading reading(target_);
    return ShellInterpreter::Complete(line, cursor);
  }

 private:
  prompt::Answer InTurns(prompt::Answer answer) {
    if (!answer.lines) return answer;
    answer.lines = [&target = target_, lines = std::move(answer.lines)] {
      const Target::Reading reading(target);
      return lines();
    };
    return answer;
  }

  Target& target_;
  view::Shell& shell_;
  const session::Stop& stop_;
  uint64_t growth_ = 0;
};

session::Session& SessionOf(Target& target) { return *Target::Reading(target).session(); }

}  // namespace

HeldPrompt::HeldPrompt(Target& target)
    : target_(target), shell_(SessionOf(target), files_, prompt::Interrupt::stop()) {
  LoadSettings(shell_.workspace());
  shell_.workspace().program = &target;
}

void HeldPrompt::Talk() {
  const session::WakeUp over;
  const auto is_over = [&target = target_](int64_t stop) {
    const session::TargetState state = target.state();
    return !state.stop || state.stop->number != stop;
  };
  const std::optional<session::Stop> stop = target_.state().stop;
  if (!stop) return;
  std::mutex why_mutex;
  std::string why;
  const Target::Attachment attachment(target_, [&](const session::TargetEvent& event) {
    using Kind = session::TargetEvent::Kind;
    if (event.kind != Kind::kResumed && event.kind != Kind::kEnded) return;
    if (!is_over(stop->number)) return;
    const std::lock_guard lock(why_mutex);
    if (why.empty()) why = event.kind == Kind::kEnded ? "the program has ended" : event.text;
    over.Wake();
  });
  if (is_over(stop->number)) return;
  std::printf("\n");  // apart from what the program printed
  std::fflush(stdout);
  HeldInterpreter interpreter(target_, shell_, *stop);
  const prompt::HistoryFile history(prompt::HistoryFile::DefaultPath());
  const prompt::PromptEnd end = prompt::RunPrompt(interpreter, history, over.fd());
  // Who closes the terminal ends the program, too.
  if (end == prompt::PromptEnd::kByUser && !is_over(stop->number)) {
    static_cast<void>(target_.End());
  }
  if (end == prompt::PromptEnd::kFromOutside) {
    const std::lock_guard lock(why_mutex);
    Remark(why);
  }
}

}  // namespace tdbg::cli
