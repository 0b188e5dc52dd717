// The prompt on an interpreter that knows nothing of tensors: tests of the line editor, the pager
// and Ctrl-C drive it through a real terminal.
//
//   prompt_probe [--no-pager] [-x SCRIPT]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <thread>

#include "prompt/prompt_loop.h"

namespace tdbg::prompt {
namespace {

Answer Said(std::vector<Line> lines) {
  Answer answer;
  answer.lines = [rest = std::make_shared<std::vector<Line>>(std::move(lines)),
                  next = size_t{0}]() mutable -> std::optional<Line> {
    if (next == rest->size()) return std::nullopt;
    return (*rest)[next++];
  };
  return answer;
}

Answer Said(std::string text, Style style = Style::kPlain) {
  return Said({Line{{{std::move(text), style, ""}}}});
}

// Commands: count N, say TEXT, busy, quit.
class ProbeInterpreter : public Interpreter {
 public:
  Answer Opening(const Screen&) override { return Said("welcome", Style::kStrong); }

  Answer Run(std::string_view line, const Screen&, const std::atomic<bool>& stop) override {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (line.empty() || line[0] == '#') return {};
    if (line.starts_with("say ")) return Said("said: " + std::string(line.substr(4)));
    if (line.starts_with("count ")) return Count(std::strtoul(line.data() + 6, nullptr, 10));
    if (line == "busy") {
      while (!stop) std::this_thread::sleep_for(std::chrono::milliseconds(10));
      return {};
    }
    if (line == "stubborn") {  // looks at no flag
      std::this_thread::sleep_for(std::chrono::seconds(3));
      return Said("done at last");
    }
    if (line == "quit") return {{}, false, true};
    Answer mistake = Said("unknown: " + std::string(line), Style::kError);
    mistake.error = true;
    return mistake;
  }

  Completion Complete(std::string_view line, size_t cursor) override {
    Completion completion;
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

 private:
  static Answer Count(size_t last) {
    Answer answer;
    answer.lines = [last, next = size_t{0}]() mutable -> std::optional<Line> {
      if (next == last) return std::nullopt;
      ++next;
      return Line{{{"line ", Style::kPlain, ""}, {std::to_string(next), Style::kNan, ""}}};
    };
    return answer;
  }
};

int Main(int argc, char** argv) {
  ProbeInterpreter interpreter;
  PromptOptions options;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--no-pager") == 0) options.pager = false;
    if (std::strcmp(argv[i], "-x") == 0 && i + 1 < argc) {
      const auto script = ReadScript(argv[i + 1]);
      if (script.ok()) return RunScript(interpreter, *script);
      std::fprintf(stderr, "%s\n", script.status().message().c_str());
      return kSomethingFailed;
    }
  }
  return RunPrompt(interpreter, options);
}

}  // namespace
}  // namespace tdbg::prompt

int main(int argc, char** argv) { return tdbg::prompt::Main(argc, argv); }
