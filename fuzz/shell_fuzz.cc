// Any lines at the prompt: each gets an answer, and the prompt goes on.
//
// The first byte chooses the recording; run from the project's own folder.
#include <atomic>
#include <memory>
#include <string>

#include "fuzz/expectations.h"
#include "session/session.h"
#include "view/command_line.h"
#include "view/completion.h"
#include "view/line_stream.h"
#include "view/no_files.h"
#include "view/shell.h"

namespace tdbg::fuzz {
namespace {

constexpr size_t kMostLines = 200;  // of an answer
constexpr int kMostCommands = 8;

session::Session& Recording(bool first) {
  static const auto open = [](const char* path) {
    auto session = session::Session::Open(path, {});
    TDBG_CHECK(session.ok());
    return *std::move(session);
  };
  static const auto dump = open("tests/fixtures/tfdbg1_basic/dump");
  static const auto logdir = open("tests/fixtures/mnist_nan/dump");
  return first ? *dump : *logdir;
}

void Type(view::Shell& shell, std::string_view line) {
  view::Complete(shell.workspace(), line, line.size() / 2);
  view::Complete(shell.workspace(), line, line.size());
  for (const std::string& command : view::SplitCommands(line)) {
    const view::Document answer = shell.Run(command);
    if (answer.severity == view::Document::Severity::kError) TDBG_CHECK(!answer.blocks.empty());
    view::LineStream lines(answer);
    for (size_t i = 0; i < kMostLines; ++i) {
      const auto shown = lines.Next();
      if (!shown) break;
      TDBG_CHECK(shown->Text().find('\n') == std::string::npos);
      TDBG_CHECK(shown->Text().find('\x1b') == std::string::npos);
    }
  }
}

void Talk(std::string_view text) {
  if (text.empty()) return;
  view::Settings().Load(text);  // any file may lie where the settings are kept
  static view::NoFiles files;
  static const std::atomic<bool> stop = false;
  view::Shell shell(Recording(text[0] % 2 == 0), files, stop);
  text.remove_prefix(1);
  for (int i = 0; i < kMostCommands && !text.empty() && !shell.quit(); ++i) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    // Calls can ask for as much memory as they like; expression_fuzz has them with a limit.
    if (line.find('(') == std::string_view::npos) Type(shell, line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace
}  // namespace tdbg::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tdbg::fuzz::Talk(tdbg::fuzz::AsText(data, size));
  return 0;
}
