// The program's own files while a recording is made: tdbg has no descriptor among the program's,
// and what the program closes, opens or replaces is not tdbg's. Each case runs in a process of its
// own.
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <thread>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "base/scratch_directory.h"
#include "capture/recorded_run.h"
#include "capture/recording_process.h"
#include "control/debugger_end.h"

namespace tdbg::capture {
namespace {

// As a kernel that does not know the call: then no thread can have a table of its own.
bool ForbidOwnTables() {
  sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 436, 0, 1),  // close_range
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog filter = {.len = std::size(code), .filter = code};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

// By the kernel's own call: ThreadSanitizer, which watches close(), takes the numbers of two tables
// of descriptors for the same.
void CloseAllFrom(int first) {
  for (int fd = first; fd < 1024; ++fd) syscall(SYS_close, fd);
}

// The numbers of all descriptors of the program.
[[maybe_unused]] std::vector<int> Descriptors() {
  std::vector<int> numbers;
  DIR* const folder = opendir("/proc/self/fd");
  while (const dirent* const entry = readdir(folder)) {
    const int number = std::atoi(entry->d_name);
    if (entry->d_name[0] != '.' && number != dirfd(folder)) numbers.push_back(number);
  }
  closedir(folder);
  return numbers;
}

std::string Content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Files of the program's, that nobody else may write to or close.
class OwnFiles {
 public:
  OwnFiles(const std::string& prefix, int count) {
    for (int i = 0; i < count; ++i) {
      paths_.push_back(prefix + std::to_string(i));
      fds_.push_back(open(paths_.back().c_str(), O_RDWR | O_CREAT | O_TRUNC, 0600));
      Write(i);
    }
  }
  // Whether each is open, and holds what was written.
  bool AreAsWritten() {
    for (size_t i = 0; i < fds_.size(); ++i) {
      Write(static_cast<int>(i));
      if (Content(paths_[i]) != written_[i]) return false;
    }
    return true;
  }
  void Close() {
    for (const int fd : fds_) close(fd);
  }

 private:
  void Write(int i) {
    const std::string text = "file " + std::to_string(i) + "\n";
    const auto at = static_cast<size_t>(i);
    written_.resize(fds_.size());
    if (write(fds_[at], text.data(), text.size()) > 0) written_[at] += text;
  }
  std::vector<std::string> paths_;
  std::vector<int> fds_;
  std::vector<std::string> written_;
};

// With a table of descriptors of the library's own, and on a kernel that gives none.
class ProgramFiles : public testing::TestWithParam<bool> {
 protected:
  bool apart() const { return GetParam(); }
  // 1 if nothing can be recorded.
  int Begin() const {
    if (!apart() && !ForbidOwnTables()) return 1;
    return tdbg_start(trace().c_str()) == 0 ? 0 : 1;
  }
  std::string trace() const { return directory_.PathOf("trace"); }

  const ScratchDirectory directory_;
};

TEST_P(ProgramFiles, ADaemonClosesEverything) {
  const int status = RunProcess([&] {
    if (tdbg_set("retain", "all") != 0 || Begin() != 0) return 1;
    const tdbg_id op = DefineOp("a");
    RunOp(op);
    CloseAllFrom(3);
    OwnFiles files(directory_.PathOf("mine"), 8);
    for (int i = 1; i < kManyOps; ++i) RunOp(op);
    const bool intact = files.AreAsWritten();
    tdbg_stop();
    return intact && files.AreAsWritten() ? 0 : 2;
  });
  EXPECT_EQ(status, 0);
  const RecordedRun run = ReadOnlyRun(trace());
  EXPECT_EQ(run.events.size(), size_t{kManyOps});
  EXPECT_TRUE(run.losses.empty());
}

#if !defined(__SANITIZE_THREAD__)  // which allows no threads after such a fork
TEST_P(ProgramFiles, TheChildOfAForkIsADaemon) {
  const int status = RunProcess([&] {
    if (tdbg_set("retain", "all") != 0 || Begin() != 0) return 1;
    const tdbg_id op = DefineOp("a");
    RunOp(op);
    const pid_t child = StartProcess([&] {
      setsid();
      CloseAllFrom(3);
      OwnFiles files(directory_.PathOf("childs"), 8);
      for (int i = 0; i < kManyOps; ++i) RunOp(op);
      tdbg_stop();
      return files.AreAsWritten() ? 0 : 2;
    });
    OwnFiles files(directory_.PathOf("mine"), 8);
    for (int i = 1; i < kManyOps; ++i) RunOp(op);
    const bool as_expected = WaitForProcess(child) == 0 && files.AreAsWritten();
    tdbg_stop();
    return as_expected ? 0 : 2;
  });
  EXPECT_EQ(status, 0);
  size_t runs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(trace())) {
    if (!entry.is_directory()) continue;
    EXPECT_EQ(ReadRun(entry.path().string()).events.size(), size_t{kManyOps});
    ++runs;
  }
  EXPECT_EQ(runs, 2u);
}
#endif

TEST_P(ProgramFiles, FewDescriptorsAreAllowed) {
  const int status = RunProcess([&] {
    const rlimit few = {.rlim_cur = 16, .rlim_max = 16};
    setrlimit(RLIMIT_NOFILE, &few);
    if (tdbg_set("retain", "all") != 0 || Begin() != 0) return 1;
    const tdbg_id op = DefineOp("a");
    for (int i = 0; i < kManyOps; ++i) RunOp(op);
    tdbg_stop();
    return 0;
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(ReadOnlyRun(trace()).events.size(), size_t{kManyOps});
}

TEST_P(ProgramFiles, StandardErrorIsSomethingElseByNow) {
  const std::string mine = directory_.PathOf("mine");
  const int status = RunProcess([&] {
    if (tdbg_set("budget", "2M") != 0 || tdbg_set("retain", "all") != 0 || Begin() != 0) return 1;
    const tdbg_id op = DefineOp("a");
    close(STDERR_FILENO);
    if (open(mine.c_str(), O_RDWR | O_CREAT, 0600) != STDERR_FILENO) return 2;
    for (int i = 0; i < 5 * kManyOps; ++i) RunOp(op);
    tdbg_stop();  // which has something to say
    return 0;
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(Content(mine), "");
}

TEST_P(ProgramFiles, TheProgramGoesToAnotherDirectory) {
  const int status = RunProcess([&] {
    if (chdir(directory_.path().c_str()) != 0 || (!apart() && !ForbidOwnTables())) return 1;
    if (tdbg_set("retain", "all") != 0 || tdbg_start("trace") != 0) return 1;
    const tdbg_id op = DefineOp("a");
    if (chdir("/") != 0) return 1;
    for (int i = 0; i < kManyOps; ++i) RunOp(op);
    tdbg_stop();
    return 0;
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(ReadOnlyRun(trace()).events.size(), size_t{kManyOps});
}

// A debugger that holds a thread while the program closes everything. Where the line lies apart,
// nothing happens to it; else the thread is let go at once, and it is said.
#if !defined(__SANITIZE_THREAD__)  // which takes the numbers of two tables for the same
TEST_P(ProgramFiles, TheLineToTheDebugger) {
  auto opened = control::Listener::Open();
  ASSERT_TRUE(opened.ok());
  const pid_t pid = StartProcess([&] {
    setenv("TDBG_CONTROL", opened->path().c_str(), 1);
    if (tdbg_set("stop", "1") != 0 || Begin() != 0) return 1;
    const tdbg_id op = DefineOp("a");
    std::thread held([op] {
      const float values[] = {1, 2, -1 / 0.0f};
      const int64_t dims[] = {3};
      const tdbg_tensor output = {values, sizeof values, dims, 1, 1};
      tdbg_op_run run = {};
      run.op = op;
      run.outputs = &output;
      run.output_count = 1;
      tdbg_op_done(&run);
    });
    usleep(100'000);
    CloseAllFrom(3);
    OwnFiles files(directory_.PathOf("mine"), 600);
    held.join();
    tdbg_stop();
    return files.AreAsWritten() ? 0 : 2;
  });
  std::optional<control::Debuggee> debuggee;
  while (!debuggee) {
    pollfd waiting = {.fd = opened->fd(), .events = POLLIN, .revents = 0};
    ASSERT_EQ(poll(&waiting, 1, 20000), 1);
    debuggee = opened->Accept();
  }
  std::vector<control::Report::Kind> heard;
  Status error;
  while (debuggee->connected()) {
    pollfd waiting = {.fd = debuggee->fd(), .events = POLLIN, .revents = 0};
    ASSERT_EQ(poll(&waiting, 1, 20000), 1);
    for (const control::Report& report : debuggee->Receive(&error)) {
      heard.push_back(report.kind);
      if (report.kind != control::Report::Kind::kHeld || !apart()) continue;
      usleep(300'000);  // it is held while the program closes everything
      debuggee->Send({.kind = control::Command::Kind::kGo, .stop = report.stop});
    }
  }
  EXPECT_EQ(WaitForProcess(pid), 0);
  ASSERT_FALSE(heard.empty());
  EXPECT_EQ(heard.back() == control::Report::Kind::kBye, apart());
  EXPECT_EQ(ReadOnlyRun(trace()).losses.contains("capture_taken_line"), !apart());
}
#endif

INSTANTIATE_TEST_SUITE_P(Tables, ProgramFiles, testing::Bool(),
                         [](const auto& table) { return table.param ? "Apart" : "Shared"; });

#if !defined(__SANITIZE_THREAD__)  // which keeps files of its own
TEST(ProgramFilesApart, NoNumberIsTaken) {
  const ScratchDirectory directory;
  const int status = RunProcess([&] {
    auto listener = control::Listener::Open();
    if (!listener.ok()) return 1;
    setenv("TDBG_CONTROL", listener->path().c_str(), 1);
    const std::vector<int> before = Descriptors();
    if (tdbg_start(directory.PathOf("trace").c_str()) != 0) return 1;
    const tdbg_id op = DefineOp("a");
    for (int i = 0; i < kManyOps; ++i) RunOp(op);
    const bool same = Descriptors() == before;
    tdbg_stop();
    return same ? 0 : 2;
  });
  EXPECT_EQ(status, 0);
}
#endif

constexpr int kBeyondTheProgram = 64;

// Threads open, write and close files as fast as they can while another closes everything that is
// not its own and capture makes segments.
#if !defined(__SANITIZE_THREAD__)  // which takes the numbers of two tables for the same
TEST(ProgramFilesApart, ManyThreadsOpenFiles) {
  const ScratchDirectory directory;
  const int status = RunProcess([&] {
    if (tdbg_set("retain", "all") != 0) return 1;
    if (tdbg_start(directory.PathOf("trace").c_str()) != 0) return 1;
    const tdbg_id op = DefineOp("a");
    std::vector<std::thread> threads;
    std::atomic<int> harmed = 0;
    for (int t = 0; t < 3; ++t) {
      threads.emplace_back([&, t] {
        for (int i = 0; i < 50; ++i) {
          OwnFiles files(directory.PathOf("mine" + std::to_string(t) + "."), 4);
          for (int k = 0; k < 400; ++k) RunOp(op);
          if (!files.AreAsWritten()) ++harmed;
          files.Close();
        }
      });
    }
    std::atomic<bool> done = false;
    std::thread closer([&] {
      while (!done) CloseAllFrom(kBeyondTheProgram);
    });
    for (std::thread& thread : threads) thread.join();
    done = true;
    closer.join();
    tdbg_stop();
    return harmed == 0 ? 0 : 2;
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(ReadOnlyRun(directory.PathOf("trace")).events.size(), size_t{3 * 50 * 400});
}
#endif

}  // namespace
}  // namespace tdbg::capture
