#include "view/commands/stack_lines.h"

#include <algorithm>

#include "base/printable.h"

namespace tdbg::view {

using session::FrameFacts;

std::string NoStackText(const store::Run& run) {
  return run.format == store::Format::kTfdbg1
             ? "this recording holds no stacks: a tfdbg1 dump keeps graphs and tensors only"
             : "no stack was recorded for it";
}

Line FrameLine(const FrameFacts& frame, bool current) {
  Line line;
  line.Add(current ? "▶ " : "  ", Style::kStrong);
  const std::string number = frame.number ? "#" + std::to_string(*frame.number) : "";
  line.Add(number + std::string(number.size() < 4 ? 4 - number.size() : 1, ' '),
           frame.number ? Style::kStrong : Style::kFaint);
  if (frame.file.empty()) return line.Add("a frame that was not recorded", Style::kFaint), line;
  const Style style = frame.number ? Style::kPlain : Style::kFaint;
  line.Add(std::string(frame.function) + " at ", style);
  line.Add(std::string(frame.file) + ":" + std::to_string(frame.line),
           frame.number ? Style::kName : Style::kFaint,
           "list " + std::string(frame.file) + ":" + std::to_string(frame.line));
  return line;
}

void SayStack(Document& document, const std::vector<FrameFacts>& stack,
              const StackOptions& options) {
  int64_t folded = 0;
  const auto say_folded = [&] {
    if (folded > 0) {
      document.Say("      … " + Counted(folded, "library frame"), Style::kFaint);
    }
    folded = 0;
  };
  for (size_t i = 0; i < stack.size(); ++i) {
    const FrameFacts& frame = stack[options.innermost_first ? stack.size() - 1 - i : i];
    if (!frame.number && !options.all) {
      ++folded;
      continue;
    }
    say_folded();
    document.Say(FrameLine(frame, frame.number == options.current));
    if (!frame.text.empty()) {
      document.Say("        " + frame.text, frame.number ? Style::kPlain : Style::kFaint);
    }
  }
  say_folded();
}

}  // namespace tdbg::view
