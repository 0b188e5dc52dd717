// Files of the recording that somebody cuts, replaces or deletes while the program runs: the
// program does not notice, and the loss is told. Each case runs in a process of its own.
#include <atomic>
#include <csetjmp>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "base/scratch_directory.h"
#include "capture/recorded_run.h"
#include "capture/recording_process.h"
#include "format/loss_page.h"

namespace tdbg::capture {
namespace {

namespace fs = std::filesystem;

// All segments of the recording. Where losses and the budget are counted has tests of its own.
std::vector<std::string> FilesOf(const std::string& trace) {
  std::vector<std::string> files;
  std::error_code gone;
  for (fs::recursive_directory_iterator it(trace, gone), end; !gone && it != end;
       it.increment(gone)) {
    const bool counts = it->path().filename() == format::kLossPageName ||
                        it->path().filename().string().starts_with("job-");
    if (it->is_regular_file(gone) && !counts) files.push_back(it->path().string());
  }
  return files;
}

void CutAll(const std::string& trace, off_t size) {
  for (const std::string& file : FilesOf(trace)) {
    if (truncate(file.c_str(), size) != 0) continue;  // deleted meanwhile
  }
}

// The losses of a run of which some files are cut, so that ReadRun would not take them.
uint64_t HarmedFilesTold(const std::string& trace) {
  for (const std::string& file : FilesOf(trace)) {
    if (!format::MappedSegment::Open(file).ok()) fs::remove(file);
  }
  const auto losses = ReadOnlyRun(trace).losses;
  const auto at = losses.find("capture_harmed_file");
  return at == losses.end() ? 0 : at->second;
}

// A page of the program's own whose file ends before it.
const volatile char* OwnVanishedPage(const std::string& path) {
  const int fd = open(path.c_str(), O_RDWR | O_CREAT, 0600);
  void* const page = mmap(nullptr, 4096, PROT_READ, MAP_SHARED, fd, 0);
  return static_cast<const volatile char*>(page);
}

jmp_buf g_back;
std::atomic<int> g_calls = 0;
void GoBack(int) {
  ++g_calls;
  siglongjmp(g_back, 1);
}
void CountCall(int) { ++g_calls; }

// Whether the program's own handler gets its own SIGBUS.
bool OwnHandlerIsAsked(const volatile char* page) {
  const int before = g_calls;
  if (sigsetjmp(g_back, 1) == 0) {
    [[maybe_unused]] const char byte = *page;
    return false;
  }
  return g_calls == before + 1;
}

class HarmedFiles : public testing::Test {
 protected:
  void SetUp() override { signal(SIGBUS, SIG_DFL); }  // and not a sanitizer's
  std::string trace() const { return directory_.PathOf("trace"); }
  bool Begin() const { return tdbg_set("retain", "all") == 0 && tdbg_start(trace().c_str()) == 0; }
  const ScratchDirectory directory_;
};

TEST_F(HarmedFiles, CutAtRandomMoments) {
  const int status = RunProcess([&] {
    if (!Begin()) return 1;
    const tdbg_id op = DefineOp("a");
    std::atomic<int> ran = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&ran, op] {
        for (int i = 0; i < 4 * kManyOps; ++i) ran += RunOp(op);
      });
    }
    std::minstd_rand random(7);
    for (int i = 0; i < 20; ++i) {
      usleep(random() % 5000);
      CutAll(trace(), static_cast<off_t>(random() % 3 * 4096));
      DefineOp("op number " + std::to_string(i));
    }
    for (std::thread& thread : threads) thread.join();
    tdbg_stop();
    return ran == 4 * 4 * kManyOps ? 0 : 2;
  });
  EXPECT_EQ(status, 0);
  EXPECT_GT(HarmedFilesTold(trace()), 0u);
}

TEST_F(HarmedFiles, Deleted) {
  const int status = RunProcess([&] {
    if (!Begin()) return 1;
    const tdbg_id op = DefineOp("a");
    RunOp(op);
    for (const std::string& file : FilesOf(trace())) fs::remove(file);
    for (int i = 0; i < kManyOps; ++i) RunOp(op);
    tdbg_stop();
    return 0;
  });
  EXPECT_EQ(status, 0);
  EXPECT_GE(HarmedFilesTold(trace()), 2u) << "one of definitions, one of events";
}

TEST_F(HarmedFiles, TheWholeDirectoryIsDeleted) {
  const int status = RunProcess([&] {
    if (!Begin()) return 1;
    const tdbg_id op = DefineOp("a");
    RunOp(op);
    fs::remove_all(trace());
    for (int i = 0; i < 10 * kManyOps; ++i) RunOp(op);
    DefineOp("another");
    tdbg_stop();
    return *tdbg_switch() == 0 ? 0 : 2;
  });
  EXPECT_EQ(status, 0);
  EXPECT_FALSE(fs::exists(trace()));
}

TEST_F(HarmedFiles, ReplacedByFilesOfSomebodyElse) {
  const int status = RunProcess([&] {
    if (!Begin()) return 1;
    const tdbg_id op = DefineOp("a");
    RunOp(op);
    std::vector<std::string> replaced = FilesOf(trace());
    const std::string text(100'000, 'x');
    for (const std::string& file : replaced) {
      fs::remove(file);
      std::ofstream(file) << text;
    }
    for (int i = 0; i < kManyOps; ++i) RunOp(op);
    tdbg_stop();
    for (const std::string& file : replaced) {
      std::ifstream found(file);
      if (std::string(std::istreambuf_iterator<char>(found), {}) != text) return 2;
    }
    return 0;
  });
  EXPECT_EQ(status, 0);
  EXPECT_GE(HarmedFilesTold(trace()), 2u);
}

// The handler is there before the recording, or comes after it and is found by the next round.
class HarmedFilesWithHandler : public HarmedFiles, public testing::WithParamInterface<bool> {};

TEST_P(HarmedFilesWithHandler, IsAskedForItsOwn) {
  const bool before = GetParam();
  const int status = RunProcess([&] {
    if (before) signal(SIGBUS, GoBack);
    if (!Begin()) return 1;
    const tdbg_id op = DefineOp("a");
    RunOp(op);
    if (!before) {
      signal(SIGBUS, GoBack);
      usleep(1'200'000);
    }
    CutAll(trace(), 0);
    for (int i = 0; i < kManyOps; ++i) RunOp(op);
    if (g_calls != 0) return 2;
    const volatile char* const page = OwnVanishedPage(directory_.PathOf("mine"));
    for (int i = 0; i < 3; ++i) {
      if (!OwnHandlerIsAsked(page)) return 3;
    }
    tdbg_stop();
    return OwnHandlerIsAsked(page) ? 0 : 4;
  });
  EXPECT_EQ(status, 0);
  EXPECT_GT(HarmedFilesTold(trace()), 0u);
}

INSTANTIATE_TEST_SUITE_P(Of, HarmedFilesWithHandler, testing::Bool(), [](const auto& before) {
  return before.param ? "TheProgramFromTheStart" : "TheProgramLater";
});

TEST_F(HarmedFiles, AHandlerThatIsPutBackIsAskedAsBefore) {
  const int status = RunProcess([&] {
    if (!Begin()) return 1;
    struct sigaction mine = {}, before = {};
    mine.sa_handler = CountCall;
    for (int i = 0; i < 3; ++i) {
      sigaction(SIGBUS, &mine, &before);
      usleep(700'000);  // a round of the library's in between
      raise(SIGBUS);
      sigaction(SIGBUS, &before, nullptr);
    }
    if (g_calls != 3) return 1;
    raise(SIGBUS);  // which was deadly before
    return 2;
  });
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS) << status;
}

TEST_F(HarmedFiles, ItsOwnErrorEndsTheProgram) {
  for (const bool ignored : {false, true}) {
    const int status = RunProcess([&] {
      if (ignored) signal(SIGBUS, SIG_IGN);
      if (!Begin()) return 1;
      if (ignored) raise(SIGBUS);
      return static_cast<int>(*OwnVanishedPage(directory_.PathOf("mine")));
    });
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS) << status;
    fs::remove_all(trace());
  }
}

TEST_F(HarmedFiles, SomebodySendsTheSignal) {
  const int status = RunProcess([&] {
    if (!Begin()) return 1;
    kill(getpid(), SIGBUS);
    return 2;
  });
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS) << status;
}

}  // namespace
}  // namespace tdbg::capture
