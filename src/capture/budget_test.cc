// The budget of a recording is for all of its processes together.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/scratch_directory.h"
#include "capture/text.h"
#include "format/job_ledger.h"
#include "tdbg/capture.h"

namespace tdbg::capture {
namespace {

#if !defined(__SANITIZE_THREAD__)  // which allows no threads after a fork
namespace fs = std::filesystem;

// Defines an op and runs it so often.
void RunOften(std::string_view name, int times) {
  tdbg_op op = {};
  op.name = Text(name);
  op.type = Text("MatMul");
  op.output_count = 1;
  const float values[] = {1, 2, 3};
  const int64_t dims[] = {3};
  const tdbg_tensor output = {values, sizeof values, dims, 1, 1};
  tdbg_op_run run = {};
  run.op = tdbg_define_op(&op);
  run.outputs = &output;
  run.output_count = 1;
  for (int i = 0; i < times; ++i) {
    if ((tdbg_op_plan(run.op) & TDBG_PLAN_OUTPUTS) != 0) tdbg_op_done(&run);
  }
}

// The exit status of a process that does this work and then stops recording.
int InAProcess(const std::function<void()>& work) {
  std::fflush(nullptr);
  const pid_t pid = fork();
  if (pid == 0) {
    work();
    tdbg_stop();
    _exit(0);
  }
  int status = -1;
  waitpid(pid, &status, 0);
  return status;
}

uint64_t BytesBelow(const std::string& folder) {
  uint64_t bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) bytes += entry.file_size();
  }
  return bytes;
}

uint64_t RunsIn(const std::string& trace) {
  uint64_t runs = 0;
  for (const auto& entry : fs::directory_iterator(trace)) runs += entry.is_directory() ? 1 : 0;
  return runs;
}

TEST(Budget, IsForAllProcessesTogether) {
  constexpr uint64_t kBudget = 1 << 20;
  constexpr int kForks = 60;
  const ScratchDirectory scratch;
  const std::string trace = scratch.PathOf("trace");
  const int status = InAProcess([&] {
    if (tdbg_set("budget", "1M") != 0 || tdbg_set("job", "forks") != 0) _exit(1);
    if (tdbg_start(trace.c_str()) != 0) _exit(2);
    RunOften("of the parent", 1);
    for (int i = 0; i < kForks; ++i) {
      if (InAProcess([] { RunOften("of the child", 100); }) != 0) _exit(3);
    }
  });
  EXPECT_EQ(status, 0);
  EXPECT_LE(BytesBelow(trace), kBudget + 4096) << "the ledger does not count";
  const auto ledger = format::ReadJobLedger(trace + "/" + format::JobLedgerName("forks"));
  ASSERT_TRUE(ledger.ok());
  EXPECT_GT(RunsIn(trace), 5u);
  EXPECT_GT(ledger->count, 0u) << "so many do not fit";
  EXPECT_EQ(RunsIn(trace) + ledger->count, kForks + 1u) << "each has a run, or is counted";
  EXPECT_NE(ledger->why.find("budget"), std::string::npos);
}

TEST(Budget, OneThatIsThereLeavesRoomForThoseThatBegin) {
  constexpr uint64_t kBudget = 8 << 20;
  const ScratchDirectory scratch;
  const std::string trace = scratch.PathOf("trace");
  const int status = InAProcess([&] {
    if (tdbg_set("budget", "8M") != 0 || tdbg_set("retain", "all") != 0) _exit(1);
    if (tdbg_set("mode", "full_health") != 0 || tdbg_start(trace.c_str()) != 0) _exit(2);
    RunOften("of the parent", 400'000);
    if (InAProcess([] { RunOften("of the child", 100); }) != 0) _exit(3);
    RunOften("of the parent", 400'000);
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(RunsIn(trace), 2u);
  EXPECT_LE(BytesBelow(trace), kBudget + 4096);
}
#endif

}  // namespace
}  // namespace tdbg::capture
