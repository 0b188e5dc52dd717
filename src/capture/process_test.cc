// What may happen to a process that records: forks, sudden ends, limits. Each case runs in a child
// process of its own, through the C functions.
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/scratch_directory.h"
#include "capture/recorded_run.h"
#include "capture/recording_process.h"
#include "tdbg/capture.h"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace tdbg::capture {
namespace {

#if !defined(__SANITIZE_THREAD__)  // which allows no threads after a fork
std::vector<RecordedRun> ReadRuns(const std::string& trace) {
  std::vector<RecordedRun> runs;
  for (const auto& entry : std::filesystem::directory_iterator(trace)) {
    if (!entry.is_directory()) continue;
    runs.push_back(ReadRun(entry.path().string()));
  }
  return runs;
}

TEST(Process, AForkedOneRecordsARunOfItsOwn) {
  const ScratchDirectory directory;
  const std::string trace = directory.PathOf("trace");
  const int status = RunProcess([&] {
    if (tdbg_start(trace.c_str()) != 0) return 1;
    const tdbg_id op = DefineOp("before");
    for (int i = 0; i < 10; ++i) RunOp(op);
    const pid_t child = StartProcess([&] {
      for (int i = 0; i < 5; ++i) RunOp(op);
      RunOp(DefineOp("in the child"));
      tdbg_stop();
      return 7;
    });
    RunOp(DefineOp("in the parent"));
    const pid_t idle = StartProcess([] { return 0; });
    const bool as_expected = WEXITSTATUS(WaitForProcess(child)) == 7 && WaitForProcess(idle) == 0;
    RunOp(op);
    tdbg_stop();
    return as_expected ? 0 : 2;
  });
  EXPECT_EQ(status, 0);
  std::vector<RecordedRun> runs = ReadRuns(trace);
  ASSERT_EQ(runs.size(), 2u) << "who records nothing leaves nothing";
  if (runs[0].events.size() < runs[1].events.size()) std::swap(runs[0], runs[1]);
  EXPECT_EQ(runs[0].events.size(), 12u);
  EXPECT_EQ(runs[1].events.size(), 6u);
  const RecordedRun& child = runs[1];
  EXPECT_EQ(child.processes.at(0).parent_pid, runs[0].processes.at(0).pid);
  EXPECT_EQ(child.strings.at(child.processes[0].job), runs[0].strings.at(runs[0].processes[0].job));
  ASSERT_EQ(child.ops.size(), 2u);
  EXPECT_EQ(child.strings.at(child.ops[0].name), "before");
  EXPECT_EQ(child.strings.at(child.ops[1].name), "in the child");
  EXPECT_EQ(child.ops[1].id, runs[0].ops[1].id) << "numbers are a process's own";
  EXPECT_EQ(child.ends_of_run, 1u);
}

#endif

TEST(Process, ExitsWhileThreadsRecord) {
  const ScratchDirectory directory;
  const std::string trace = directory.PathOf("trace");
  const int status = RunProcess([&] {
    if (tdbg_start(trace.c_str()) != 0) return 1;
    const tdbg_id op = DefineOp("a");
    std::atomic<int> running = 0;
    for (int i = 0; i < 4; ++i) {
      std::thread([&running, op] {
        for (++running;;) RunOp(op);
      }).detach();
    }
    while (running < 4) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    std::exit(3);
  });
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 3);
  const RecordedRun run = ReadOnlyRun(trace);
  EXPECT_GT(run.events.size(), 100u);
  EXPECT_EQ(run.ends_of_run, 1u);
  for (const auto& segment : run.segments) EXPECT_EQ(segment.damage, 0u);
}

TEST(Process, KilledAtAnyMoment) {
  auto* const logged = static_cast<std::atomic<uint64_t>*>(
      mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  for (int attempt = 0; attempt < 10; ++attempt) {
    const ScratchDirectory directory;
    const std::string trace = directory.PathOf("trace");
    *logged = 0;
    const pid_t pid = StartProcess([&] {
      if (tdbg_start(trace.c_str()) != 0) return 1;
      const tdbg_id op = DefineOp("a");
      for (;;) {
        RunOp(op);
        logged->fetch_add(1);
      }
    });
    while (*logged == 0) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(3 * attempt));
    kill(pid, SIGKILL);
    WaitForProcess(pid);
    const RecordedRun run = ReadOnlyRun(trace);
    EXPECT_GE(run.events.size(), *logged);
    EXPECT_LE(run.events.size(), *logged + 1);
    EXPECT_EQ(run.ops.size(), 1u);
  }
  munmap(logged, 4096);
}

TEST(Process, FilesMayNotGrow) {
  const ScratchDirectory directory;
  const std::string trace = directory.PathOf("trace");
  const int status = RunProcess([&] {
    const rlimit limit = {.rlim_cur = 300 * 1024, .rlim_max = 300 * 1024};
    setrlimit(RLIMIT_FSIZE, &limit);
    if (tdbg_set("retain", "all") != 0 || tdbg_start(trace.c_str()) != 0) return 1;
    const tdbg_id op = DefineOp("a");
    for (int i = 0; i < kManyOps; ++i) {
      if (!RunOp(op)) return 2;
    }
    tdbg_stop();
    return 0;
  });
  EXPECT_EQ(status, 0) << "no signal, and the program goes on";
  const RecordedRun run = ReadOnlyRun(trace);
  EXPECT_EQ(run.events.size(), size_t{kManyOps}) << "in smaller files";
  EXPECT_TRUE(run.losses.empty());
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(__clang__)
TEST(Process, MemoryRunsOut) {
  const ScratchDirectory directory;
  const std::string trace = directory.PathOf("trace");
  const int status = RunProcess([&] {
    if (tdbg_start(trace.c_str()) != 0) return 1;
    const tdbg_id op = DefineOp("a");
    RunOp(op);
    // Nothing more from here on: what is mapped stays, new memory is refused.
    const rlimit limit = {.rlim_cur = 1 << 20, .rlim_max = 1 << 20};
    setrlimit(RLIMIT_AS, &limit);
    for (int i = 0; i < 20000; ++i) {
      char name[64];
      std::snprintf(name, sizeof name, "an op with a name that takes its place %d", i);
      DefineOp(name);
    }
    for (int ms = 0; ms < 5000 && *tdbg_switch() != 0; ++ms) usleep(1000);
    const bool off = *tdbg_switch() == 0;
    tdbg_stop();
    return off ? 0 : 2;
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(ReadOnlyRun(trace).events.size(), 1u);
}
#endif

TEST(Process, NoPlaceToRecord) {
  const int status = RunProcess([] {
    if (tdbg_start("/dev/null/trace") != -1) return 1;
    const std::string error = tdbg_last_error();
    if (error.find("/dev/null/trace") == error.npos) return 2;
    if (tdbg_start("/dev/null/trace") != -1) return 3;
    return RunOp(DefineOp("a")) ? 4 : 0;
  });
  EXPECT_EQ(status, 0);
}

#if defined(__SSE2__)
TEST(Process, FloatingPointStaysAsFound) {
  const ScratchDirectory directory;
  const int status = RunProcess([&] {
    if (tdbg_set("mode", "full_tensor") != 0) return 1;
    if (tdbg_start(directory.PathOf("trace").c_str()) != 0) return 2;
    const tdbg_id op = DefineOp("a");
    // Flushing, rounding up, and one flag raised.
    const unsigned odd = 0x1f80 | 0x8000 | 0x0040 | 0x4000 | 0x0020;
    const unsigned before = _mm_getcsr();
    _mm_setcsr(odd);
    RunOp(op);
    const unsigned after = _mm_getcsr();
    _mm_setcsr(before);
    tdbg_stop();
    return after == odd ? 0 : 3;
  });
  EXPECT_EQ(status, 0);
}
#endif

}  // namespace
}  // namespace tdbg::capture
