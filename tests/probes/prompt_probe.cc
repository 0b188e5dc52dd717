// The prompt on an interpreter that knows nothing of tensors: tests of the line editor, the pager
// and Ctrl-C drive it through a real terminal.
//
//   prompt_probe [--no-pager]
#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "prompt/interrupt.h"
#include "prompt/prompt_loop.h"

namespace tdbg::prompt {
namespace {

Answer Said(std::string text, view::Style style = view::Style::kPlain) {
  Answer answer;
  answer.lines = [line = std::optional(view::Line(std::move(text), style))]() mutable {
    return std::exchange(line, std::nullopt);
  };
  return answer;
}

class ProbeInterpreter : public Interpreter {
 public:
  explicit ProbeInterpreter(bool pager) : pager_(pager) {}

  void Remember(const std::deque<std::string>&) override {}
  Answer Opening(ScreenSize) override { return Said("welcome", view::Style::kStrong); }

  Answer Run(std::string_view line, ScreenSize) override {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (line.empty()) return {};
    if (line.starts_with("say ")) return Said("said: " + std::string(line.substr(4)));
    if (line.starts_with("count ")) return Count(std::stoul(std::string(line.substr(6))));
    if (line == "busy") {
      while (!Interrupt::stop()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
      return {};
    }
    if (line == "stubborn") {  // looks at no flag
      std::this_thread::sleep_for(std::chrono::seconds(3));
      return Said("done at last");
    }
    if (line == "quit") return {.quit = true};
    if (line == "leave") return {.question = view::Question{"leave?", "quit"}};
    return Said("unknown: " + std::string(line), view::Style::kError);
  }

  Answer NoMoreLines(ScreenSize) override { return {.quit = true}; }

  view::Completion Complete(std::string_view line, size_t cursor) override {
    view::Completion completion;
    completion.begin = line.substr(0, cursor).rfind(' ') + 1;
    completion.after = " ";
    const std::string_view word = line.substr(completion.begin, cursor - completion.begin);
    const auto offer = [&](std::string text, std::string description) {
      if (text.starts_with(word)) {
        completion.candidates.push_back({std::move(text), std::move(description)});
      }
    };
    if (completion.begin == 0) {
      offer("busy", "work until Ctrl-C");
      offer("count", "print many lines");
      offer("say", "print a text");
      offer("stubborn", "work for three seconds");
      offer("quit", "end");
    } else {
      for (int i = 0; i < 2000; ++i) offer("tensor_" + std::to_string(i) + ":0", "");
      offer("layer_1/kernel:0", "");
      offer("layer_1/bias:0", "");
    }
    return completion;
  }

  std::string PromptText() override { return "probe> "; }
  bool WantsPager() override { return pager_; }

 private:
  static Answer Count(size_t last) {
    Answer answer;
    answer.lines = [last, next = size_t{0}]() mutable -> std::optional<view::Line> {
      if (next == last) return std::nullopt;
      ++next;
      view::Line line("line ");
      return line.Add(std::to_string(next), view::Style::kNan);
    };
    return answer;
  }

  bool pager_;
};

}  // namespace
}  // namespace tdbg::prompt

int main(int argc, char** argv) {
  using namespace tdbg::prompt;
  const bool pager = argc < 2 || std::string_view(argv[1]) != "--no-pager";
  ProbeInterpreter interpreter(pager);
  RunPrompt(interpreter, HistoryFile(HistoryFile::DefaultPath()));
}
