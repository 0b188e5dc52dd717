#include "format/job_ledger.h"

#include <filesystem>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/scratch_directory.h"

namespace tdbg::format {
namespace {

uint64_t TakenFrom(JobLedger& ledger, uint64_t bytes, uint64_t limit) {
  const auto excess = ledger.Take(bytes, limit);
  EXPECT_TRUE(excess.ok()) << excess.status().message();
  return excess.ok() ? *excess : 0;
}

TEST(JobLedger, TakesUpToTheLimit) {
  const ScratchDirectory scratch;
  auto ledger = JobLedger::Open(scratch.path(), "job");
  ASSERT_TRUE(ledger.ok());
  EXPECT_EQ(TakenFrom(*ledger, 60, 100), 0u);
  EXPECT_EQ(TakenFrom(*ledger, 60, 100), 20u)
      << "by so much it would be more, and nothing is taken";
  EXPECT_EQ(TakenFrom(*ledger, 40, 100), 0u);
  ledger->GiveBack(30);
  EXPECT_EQ(TakenFrom(*ledger, 30, 100), 0u);
  auto again = JobLedger::Open(scratch.path(), "job");
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(TakenFrom(*again, 1, 100), 1u) << "whoever opens it sees what others took";
  auto other = JobLedger::Open(scratch.path(), "another job");
  ASSERT_TRUE(other.ok());
  EXPECT_EQ(TakenFrom(*other, 100, 100), 0u);
}

#if !defined(__SANITIZE_THREAD__)
TEST(JobLedger, ProcessesCountTogether) {
  constexpr int kProcesses = 8, kTimes = 50;
  const ScratchDirectory scratch;
  ASSERT_TRUE(JobLedger::Open(scratch.path(), "job").ok());
  for (int i = 0; i < kProcesses; ++i) {
    if (fork() != 0) continue;
    auto ledger = JobLedger::Open(scratch.path(), "job");
    for (int n = 0; n < kTimes && ledger.ok(); ++n) {
      if (!ledger->Take(3, UINT64_MAX).ok()) _exit(1);
      ledger->GiveBack(1);
      ledger->CountUnrecorded("why");
    }
    _exit(0);
  }
  for (int i = 0; i < kProcesses; ++i) {
    int status = -1;
    wait(&status);
    EXPECT_EQ(status, 0);
  }
  auto ledger = JobLedger::Open(scratch.path(), "job");
  ASSERT_TRUE(ledger.ok());
  constexpr uint64_t kTaken = uint64_t{2} * kProcesses * kTimes;
  EXPECT_EQ(TakenFrom(*ledger, 1, kTaken), 1u);
  EXPECT_EQ(TakenFrom(*ledger, 1, kTaken + 1), 0u);
  const auto read = ReadJobLedger(scratch.PathOf(JobLedgerName("job")));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->count, uint64_t{kProcesses} * kTimes);
}
#endif

TEST(JobLedger, SaysWhoCouldNotRecord) {
  const ScratchDirectory scratch;
  auto ledger = JobLedger::Open(scratch.path(), "job");
  ASSERT_TRUE(ledger.ok());
  ledger->CountUnrecorded("the first reason");
  ledger->CountUnrecorded("the second");
  const std::string name = JobLedgerName("job");
  EXPECT_TRUE(IsJobLedgerName(name));
  const auto read = ReadJobLedger(scratch.PathOf(name));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->job, "job");
  EXPECT_EQ(read->count, 2u);
  EXPECT_EQ(read->why, "the first reason");
}

TEST(JobLedger, DamageIsAnError) {
  const ScratchDirectory scratch;
  auto ledger = JobLedger::Open(scratch.path(), "job");
  ASSERT_TRUE(ledger.ok());
  const std::string path = scratch.PathOf(JobLedgerName("job"));
  std::filesystem::resize_file(path, 100);
  EXPECT_FALSE(ReadJobLedger(path).ok());
  EXPECT_FALSE(ledger->Take(1, 100).ok());
  EXPECT_FALSE(ReadJobLedger(scratch.PathOf("job-0000000000000000.tdbg")).ok());
  std::filesystem::remove(path);
  EXPECT_FALSE(ledger->Take(1, 100).ok());
  EXPECT_FALSE(JobLedger::Open(scratch.PathOf("not there"), "job").ok());
}

TEST(JobLedger, Names) {
  for (const char* name : {"job-.tdbg", "job-0123456789abcdef", "job-0123456789abcdeg.tdbg",
                           "job-0123456789abcdef0.tdbg", "losses.tdbg", "meta-0-0.tdbg"}) {
    EXPECT_FALSE(IsJobLedgerName(name)) << name;
  }
}

}  // namespace
}  // namespace tdbg::format
