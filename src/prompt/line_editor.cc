#include "prompt/line_editor.h"

#include <array>
#include <cerrno>
#include <utility>

#include <poll.h>
#include <unistd.h>

#include "prompt/write_all.h"

namespace tdbg::prompt {
namespace {

using Outcome = LineEditing::Outcome;

// How long the rest of a key may be on its way, over a slow line too.
constexpr int kKeyPatienceMs = 100, kPastePatienceMs = 2000;
constexpr std::string_view kPasteOn = "\033[?2004h", kPasteOff = "\033[?2004l";

}  // namespace

LineEditor::Reading LineEditor::Read(const std::string& prompt) {
  editing_.Begin(prompt, std::exchange(doubtful_, ""));
  drawing_.Forget();
  RawTerminal terminal(fds_, RawTerminal::CtrlC::kIsByte, kPasteOn, kPasteOff);
  if (!terminal.ok()) return {Reading::End::kNoMore, ""};
  size_ = SizeOf(fds_.out);
  Outcome outcome = Outcome::kEditing;
  if (!pasted_.empty()) outcome = TakeKey(terminal, {KeyCode::kPaste, std::exchange(pasted_, "")});
  while (outcome == Outcome::kEditing) {
    outcome = TakeBytes(terminal);
    if (outcome != Outcome::kEditing) break;
    Redraw(terminal);
    const int patience = decoder_.is_pasting() ? kPastePatienceMs
                         : decoder_.has_rest() ? kKeyPatienceMs
                                               : -1;
    switch (terminal.Wait(patience, bytes_)) {
      case RawTerminal::Event::kBytes:
        break;
      case RawTerminal::Event::kResumed:
        drawing_.Forget();
        [[fallthrough]];
      case RawTerminal::Event::kWoken:
        size_ = SizeOf(fds_.out);
        break;
      case RawTerminal::Event::kTimeout:
        if (const auto key = decoder_.Flush()) outcome = TakeKey(terminal, *key);
        break;
      case RawTerminal::Event::kGone:
        outcome = Outcome::kEnded;
        break;
      case RawTerminal::Event::kEndedFromOutside:
        terminal.Write(drawing_.Draw({}, size_));
        DropTypedAhead();
        return {Reading::End::kFromOutside, ""};
    }
  }
  LinePicture picture = editing_.Picture(size_);
  if (outcome == Outcome::kCancelled) picture.text += "^C";
  std::string codes = drawing_.Draw(std::move(picture), size_);
  codes += drawing_.Leave(size_);
  terminal.Write(codes);
  if (outcome == Outcome::kAccepted) return {Reading::End::kEnter, editing_.text()};
  DropTypedAhead();
  return {outcome == Outcome::kCancelled ? Reading::End::kCancelled : Reading::End::kNoMore, ""};
}

// Up to the end of the line; what is behind it waits for the next.
Outcome LineEditor::TakeBytes(RawTerminal& terminal) {
  size_t used = 0;
  Outcome outcome = Outcome::kEditing;
  while (used < bytes_.size() && outcome == Outcome::kEditing) {
    if (const auto key = decoder_.Take(bytes_[used++])) outcome = TakeKey(terminal, *key);
  }
  bytes_.erase(0, used);
  return outcome;
}

Outcome LineEditor::TakeKey(RawTerminal& terminal, const Key& key) {
  if (key.code == KeyCode::kControl && key.text == "l") {
    terminal.Write("\033[H\033[2J");
    drawing_.Forget();
    return Outcome::kEditing;
  }
  if (key.code == KeyCode::kControl && key.text == "z") {
    terminal.Write(drawing_.Leave(size_));
    terminal.Suspend();
    size_ = SizeOf(fds_.out);
    return Outcome::kEditing;
  }
  const Outcome outcome = editing_.Handle(key);
  if (outcome == Outcome::kAccepted) pasted_ = editing_.TakePasteRest();
  return outcome;
}

void LineEditor::Redraw(RawTerminal& terminal) {
  const std::string bell = editing_.TakeBell() ? "\a" : "";
  terminal.Write(drawing_.Draw(editing_.Picture(size_), size_) + bell);
}

void LineEditor::DropTypedAhead() {
  bytes_.clear();
  pasted_.clear();
  doubtful_.clear();
  decoder_ = {};
}

LineEditor::Reading ReadPlainLine(TerminalFds fds, const std::string& prompt) {
  using End = LineEditor::Reading::End;
  if (!WriteAll(fds.out, prompt)) return {End::kNoMore, ""};
  std::string line;
  for (char byte = 0; byte != '\n';) {
    std::array<pollfd, 2> ready{{{fds.in, POLLIN, 0}, {fds.end, POLLIN, 0}}};
    const bool waited = poll(ready.data(), ready.size(), -1) > 0;
    if (waited && ready[1].revents != 0) {
      static_cast<void>(WriteAll(fds.out, "\n"));
      return {End::kFromOutside, ""};
    }
    const ssize_t got = waited ? read(fds.in, &byte, 1) : -1;
    if (got < 0 && errno == EINTR) {
      static_cast<void>(WriteAll(fds.out, "\n"));
      return {End::kCancelled, ""};
    }
    if (got <= 0) return {line.empty() ? End::kNoMore : End::kEnter, line};
    if (byte != '\n') line += byte;
  }
  return {End::kEnter, line};
}

}  // namespace tdbg::prompt
