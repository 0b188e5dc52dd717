#include "cli/progress.h"

#include <chrono>
#include <cstdio>

#include <signal.h>
#include <unistd.h>

namespace tdbg::cli {
namespace {

constexpr char kErase[] = "\r\033[K";

int64_t NowMs() {
  using std::chrono::duration_cast, std::chrono::milliseconds, std::chrono::steady_clock;
  return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

void EraseAndDie(int signal_number) {
  static_cast<void>(!write(STDERR_FILENO, kErase, sizeof(kErase) - 1));
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

}  // namespace

ProgressLine::ProgressLine() : terminal_(isatty(STDERR_FILENO)), start_ms_(NowMs()) {
  if (terminal_) signal(SIGINT, EraseAndDie);
}

ProgressLine::~ProgressLine() {
  if (!terminal_) return;
  if (shown_) std::fputs(kErase, stderr);
  signal(SIGINT, SIG_DFL);
}

importers::Progress ProgressLine::callback() {
  return [this](uint64_t done, uint64_t total) { Show(done, total); };
}

void ProgressLine::Show(uint64_t done, uint64_t total) {
  constexpr int64_t kPatienceMs = 1000, kRedrawMs = 100;
  if (!terminal_) return;
  const int64_t now = NowMs();
  if (now - start_ms_ < kPatienceMs || now - last_ms_ < kRedrawMs) return;
  last_ms_ = now;
  shown_ = true;
  std::fprintf(stderr, "%sreading: %.0f of %.0f MB", kErase, static_cast<double>(done) / 1e6,
               static_cast<double>(total) / 1e6);
  std::fflush(stderr);
}

Result<std::unique_ptr<session::Target>> OpenTarget(const std::string& path) {
  ProgressLine progress;
  return session::Target::Open(path, progress.callback());
}

}  // namespace tdbg::cli
