#include "prompt/line_editor.h"

#include <cstdint>
#include <cstdlib>
#include <string>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "prompt/screen_sketch.h"

namespace tdbg::prompt {
namespace {

using End = LineEditor::Reading::End;

constexpr ScreenSize kTerminalSize{40, 5};

// A terminal with nobody before it: the test types, and looks at what was written.
class Console {
 public:
  Console() : person_(posix_openpt(O_RDWR | O_NOCTTY)), end_(eventfd(0, EFD_NONBLOCK)) {
    TDBG_CHECK(person_ >= 0 && grantpt(person_) == 0 && unlockpt(person_) == 0);
    device_ = open(ptsname(person_), O_RDWR | O_NOCTTY);
    winsize size{};
    size.ws_col = kTerminalSize.columns;
    size.ws_row = kTerminalSize.rows;
    TDBG_CHECK(device_ >= 0 && ioctl(device_, TIOCSWINSZ, &size) == 0);
    termios mode{};  // what is typed before a line is read is not shown either
    TDBG_CHECK(tcgetattr(device_, &mode) == 0);
    mode.c_lflag &= ~static_cast<tcflag_t>(ECHO | ICANON);
    TDBG_CHECK(tcsetattr(device_, TCSANOW, &mode) == 0);
  }
  ~Console() {
    close(device_);
    close(person_);
    close(end_);
  }

  TerminalFds fds() const { return {device_, device_, end_}; }

  void Type(std::string_view text) {
    TDBG_CHECK(write(person_, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  }
  void EndFromOutside() {
    const uint64_t count = 1;
    TDBG_CHECK(write(end_, &count, sizeof(count)) == sizeof(count));
  }
  void TakeEndBack() {
    uint64_t count = 0;
    TDBG_CHECK(read(end_, &count, sizeof(count)) == sizeof(count));
  }

  std::vector<std::string> Screen() {
    char block[4096];
    for (pollfd ready{person_, POLLIN, 0}; poll(&ready, 1, 0) > 0;) {
      const ssize_t got = read(person_, block, sizeof(block));
      if (got <= 0) break;
      screen_.Write({block, static_cast<size_t>(got)});
    }
    return screen_.Rows();
  }
  size_t cursor_column() const { return screen_.cursor_column(); }

 private:
  int person_;
  int device_ = -1;
  int end_;
  ScreenSketch screen_{kTerminalSize};
};

// Ends the line as soon as Tab is pressed in it.
class EndedByTab {
 public:
  explicit EndedByTab(Console& console)
      : editor_(
            console.fds(), history_,
            [&console](std::string_view, size_t) {
              console.EndFromOutside();
              return view::Completion();
            },
            false) {}
  LineEditor& editor() { return editor_; }

 private:
  History history_;
  LineEditor editor_;
};

TEST(LineEditor, ALineEndedFromOutsideIsForgottenAndWipedOff) {
  Console console;
  EndedByTab ended(console);
  console.Type("half a line that takes more than one row\tmore");
  const LineEditor::Reading reading = ended.editor().Read("tdbg> ");
  EXPECT_EQ(reading.end, End::kFromOutside);
  EXPECT_EQ(reading.line, "");
  EXPECT_EQ(console.Screen(), std::vector<std::string>{});
  EXPECT_EQ(console.cursor_column(), 0u);

  console.TakeEndBack();
  console.Type("lt\r");
  const LineEditor::Reading next = ended.editor().Read("tdbg> ");
  EXPECT_EQ(next.end, End::kEnter);
  EXPECT_EQ(next.line, "lt");
  EXPECT_EQ(console.Screen(), std::vector<std::string>{"tdbg> lt"});
}

TEST(LineEditor, AnEndThatCameBeforeTheLineEndsItAtOnce) {
  Console console;
  History history;
  LineEditor editor(console.fds(), history, {}, false);
  console.EndFromOutside();
  EXPECT_EQ(editor.Read("tdbg> ").end, End::kFromOutside);
  EXPECT_EQ(console.Screen(), std::vector<std::string>{});
}

TEST(LineEditor, APlainLineIsEndedFromOutsideToo) {
  Console console;
  console.EndFromOutside();
  EXPECT_EQ(ReadPlainLine(console.fds(), "tdbg> ").end, End::kFromOutside);
}

}  // namespace
}  // namespace tdbg::prompt
