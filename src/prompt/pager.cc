#include "prompt/pager.h"

#include <chrono>
#include <optional>
#include <utility>

#include "prompt/write_all.h"

namespace tdbg::prompt {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kEscapePatienceMs = 100;
constexpr auto kOneWord = std::chrono::milliseconds(700);  // between letters that belong together
constexpr std::string_view kOtherScreen = "\033[?1049h", kUsualScreen = "\033[?1049l";

class Pager {
 public:
  Pager(TextLines lines, TerminalFds fds, Interrupt& interrupt)
      : fds_(fds),
        interrupt_(interrupt),
        model_(std::move(lines), SizeOf(fds.out), [this](size_t n) { return GoOn(n); }) {}

  TypedInPager Show(bool typed_ahead) {
    if (model_.FitsOneScreen()) {
      Print(model_.lines());
      return {};
    }
    {
      RawTerminal terminal(fds_, RawTerminal::CtrlC::kIsSignal, kOtherScreen, kUsualScreen);
      if (!terminal.ok()) return {};
      terminal_ = &terminal;
      if (!typed_ahead && terminal.Wait(0, typed_.next_line) != RawTerminal::Event::kBytes) {
        while (Step()) {
        }
      }
      terminal_ = nullptr;
    }
    Print(model_.Rows());
    return std::move(typed_);
  }

 private:
  // One screen and what is typed at it; false at the end.
  bool Step() {
    Draw();
    std::string bytes;
    switch (terminal_->Wait(decoder_.has_rest() ? kEscapePatienceMs : -1, bytes)) {
      case RawTerminal::Event::kBytes:
        for (size_t used = 0; used < bytes.size();) {
          if (Take(decoder_.Take(bytes[used++]))) continue;
          typed_.next_line += bytes.substr(used);
          return false;
        }
        break;
      case RawTerminal::Event::kTimeout:
        return Take(decoder_.Flush());
      case RawTerminal::Event::kWoken:
      case RawTerminal::Event::kResumed:
        if (const ScreenSize size = SizeOf(fds_.out); size != size_) model_.Resize(size_ = size);
        break;
      case RawTerminal::Event::kGone:
      case RawTerminal::Event::kEndedFromOutside:
        return false;
    }
    return !interrupt_.Take();
  }

  bool Take(const std::optional<Key>& key) {
    if (!key) return true;
    if (key->code == KeyCode::kControl && key->text == "z") {
      terminal_->Suspend();
      return true;
    }
    const bool is_command = key->code == KeyCode::kText && !model_.is_searching();
    if (!is_command || Clock::now() - last_command_ > kOneWord) word_.clear();
    if (is_command) {
      word_ += key->text;
      last_command_ = Clock::now();
    }
    switch (model_.Handle(*key)) {
      case PagerModel::Outcome::kStay:
        return true;
      case PagerModel::Outcome::kNotMine:
        typed_.next_line = word_;
        return false;
      case PagerModel::Outcome::kLeave:
        if (is_command) typed_.left_by = key->text;
        return false;
    }
    return false;
  }

  void Draw() {
    const std::vector<std::string> rows = model_.Rows();
    const std::string status = model_.StatusRow();
    std::string codes = "\033[H";
    for (size_t i = 0; i + 1 < size_.rows; ++i) {
      codes += "\033[K" + (i < rows.size() ? rows[i] : "") + "\r\n";
    }
    terminal_->Write(codes + "\033[K" + status);
  }

  bool GoOn(size_t num_lines) {
    if (terminal_ == nullptr) return !Interrupt::stop();
    if (interrupt_.Take()) return false;
    const Clock::time_point now = Clock::now();
    if (now - last_count_ > std::chrono::milliseconds(100)) {
      last_count_ = now;
      terminal_->Write("\r\033[K" + std::to_string(num_lines) + " lines so far; Ctrl-C stops");
    }
    return true;
  }

  void Print(const std::vector<std::string>& lines) const {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    static_cast<void>(WriteAll(fds_.out, text));
  }

  TerminalFds fds_;
  Interrupt& interrupt_;
  ScreenSize size_ = SizeOf(fds_.out);
  RawTerminal* terminal_ = nullptr;
  Clock::time_point last_count_ = {};
  KeyDecoder decoder_;
  // "go" of "goto": keys that meant something here, until one came that does not.
  std::string word_;
  Clock::time_point last_command_ = {};
  TypedInPager typed_;
  PagerModel model_;
};

}  // namespace

TypedInPager ShowInPager(TextLines lines, TerminalFds fds, Interrupt& interrupt, bool typed_ahead) {
  return Pager(std::move(lines), fds, interrupt).Show(typed_ahead);
}

}  // namespace tdbg::prompt
