// What it costs to follow a recording while it grows: what is asked first, after each of a hundred
// refreshes, against the same questions after the complete recording was opened once.
//
// Processor time of the reader alone: what grows the files is a process of its own.
//
//   follow_bench [LOGDIR…]    a native trace of a million events, and the tfdbg2 logdirs named
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/check.h"
#include "base/scratch_directory.h"
#include "bench/training_trace.h"
#include "rpc/handlers.h"
#include "rpc/opened_trace.h"
#include "session/step_table.h"

namespace tdbg::bench {
namespace {

namespace fs = std::filesystem;

constexpr int kRefreshes = 100;
constexpr int64_t kEvents = 1'000'000;

double Now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// A session that is asked what the page and the prompt ask first.
class Reader {
 public:
  explicit Reader(const std::string& directory) {
    auto opened = session::Session::Open(directory, {});
    TDBG_CHECK(opened.ok());
    session_ = *std::move(opened);
  }

  void Refresh() {
    const auto refreshed = session_->Refresh({});
    TDBG_CHECK(refreshed.ok() && *refreshed);
    memory_.Grew();
  }

  // Verdict counts, steps, a page of alerts, a page of tensors, the index of the timeline.
  void Ask() {
    session::RunView& run = session_->runs().front();
    const query::AlertCounts counts = run.alert_counts();
    asked_ += counts.origin + counts.inherited + counts.masked;
    asked_ += static_cast<int64_t>(run.step_totals().num_steps());
    const auto alerts = rpc::AnswerAlerts(run, memory_, {.begin = 0, .count = 50});
    const auto tensors = rpc::AnswerTensors(run, memory_, {.begin = 0, .count = 50});
    TDBG_CHECK(alerts.ok() && tensors.ok());
    asked_ += memory_.Timeline(run).last_ns();
  }

 private:
  std::unique_ptr<session::Session> session_;
  rpc::RunMemory memory_;
  int64_t asked_ = 0;
};

double OpenSeconds(const std::string& directory) {
  double best = 1e9;
  for (int i = 0; i < 3; ++i) {
    const double start = Now();
    Reader reader(directory);
    reader.Ask();
    best = std::min(best, Now() - start);
  }
  return best;
}

// This process and those it starts from now on run on that core alone, where there is one.
void StayOnCore(int core) {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(core, &cores);
  sched_setaffinity(0, sizeof(cores), &cores);
}

// Makes the recording grow in another process on another core, as a program that is debugged does:
// in the reader's place it would push what the reader knows out of the caches.
class Writer {
 public:
  // `grow` is called in that process, with the number of each part in turn.
  explicit Writer(const std::function<void(int)>& grow) {
    TDBG_CHECK(pipe(asked_) == 0 && pipe(done_) == 0);
    StayOnCore(0);
    process_ = fork();
    TDBG_CHECK(process_ >= 0);
    if (process_ > 0) return;
    StayOnCore(1);
    for (int part = 0; part < kRefreshes; ++part) {
      Await(asked_[0]);
      grow(part);
      Tell(done_[1]);
    }
    _exit(0);
  }
  ~Writer() {
    waitpid(process_, nullptr, 0);
    for (const int end : {asked_[0], asked_[1], done_[0], done_[1]}) close(end);
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void Grow() {
    Tell(asked_[1]);
    Await(done_[0]);
  }

 private:
  static void Tell(int end) { TDBG_CHECK(write(end, "", 1) == 1); }
  static void Await(int end) {
    char byte;
    TDBG_CHECK(read(end, &byte, 1) == 1);
  }

  int asked_[2];
  int done_[2];
  pid_t process_ = 0;
};

double FollowSeconds(const std::string& directory, const std::function<void(int)>& grow) {
  Writer writer(grow);
  writer.Grow();
  double start = Now();
  Reader reader(directory);
  reader.Ask();
  double seconds = Now() - start;
  for (int part = 1; part < kRefreshes; ++part) {
    writer.Grow();
    start = Now();
    reader.Refresh();
    reader.Ask();
    seconds += Now() - start;
  }
  return seconds;
}

void Report(const std::string& what, double opened_s, double followed_s) {
  std::printf("| %s | %.2f | %.2f | **%.2f×** |\n", what.c_str(), opened_s, followed_s,
              followed_s / opened_s);
  std::fflush(stdout);
}

void FollowNative(const char* what, int64_t bad_from) {
  const ScratchDirectory scratch;
  std::unique_ptr<TrainingTrace> trace;  // of the writer
  const double followed_s = FollowSeconds(scratch.path(), [&](int part) {
    if (trace == nullptr) trace = std::make_unique<TrainingTrace>(scratch.path(), bad_from);
    while (trace->events() < kEvents * (part + 1) / kRefreshes) trace->Step();
    if (part == kRefreshes - 1) trace->Finish();
  });
  Report(what, OpenSeconds(scratch.path()), followed_s);
}

// What happens while a program runs grows; what its graphs and sources are is there from the start.
void FollowLogdir(const fs::path& logdir) {
  const ScratchDirectory scratch;
  std::map<fs::path, std::string> contents;
  for (const auto& entry : fs::directory_iterator(logdir)) {
    std::ifstream stream(entry.path(), std::ios::binary);
    contents[entry.path().filename()] = std::string(std::istreambuf_iterator<char>(stream), {});
  }
  const double followed_s = FollowSeconds(scratch.path(), [&](int part) {
    for (const auto& [name, content] : contents) {
      const std::string kind = name.extension();
      const bool grows = kind == ".execution" || kind == ".graph_execution_traces";
      const auto until = [&](int parts) { return content.size() * parts / kRefreshes; };
      const size_t begin = grows ? until(part) : part == 0 ? 0 : content.size();
      const size_t end = grows ? until(part + 1) : content.size();
      std::ofstream stream(fs::path(scratch.path()) / name, std::ios::binary | std::ios::app);
      stream.write(content.data() + begin, static_cast<std::streamsize>(end - begin));
    }
  });
  Report("tfdbg2, " + logdir.filename().string(), OpenSeconds(scratch.path()), followed_s);
}

int Main(int argc, char** argv) {
  std::printf(
      "| a million events | opened once, s | followed in %d refreshes, s | ratio |\n"
      "| --- | ---: | ---: | ---: |\n",
      kRefreshes);
  FollowNative("native, the last 1 % bad", kEvents / 100 * 99);
  FollowNative("native, the second half bad", kEvents / 2);
  for (int i = 1; i < argc; ++i) FollowLogdir(argv[i]);
  return 0;
}

}  // namespace
}  // namespace tdbg::bench

int main(int argc, char** argv) { return tdbg::bench::Main(argc, argv); }
