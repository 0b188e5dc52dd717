#include "session/target/process_watch.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <functional>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/scratch_directory.h"

namespace tdbg::session {
namespace {

// A process that has mapped these files, in which the names alone count, and waits.
class Program {
 public:
  explicit Program(const std::function<void()>& work) : pid_(fork()) {
    if (pid_ == 0) {
      work();
      for (;;) pause();
    }
  }
  ~Program() { End(); }
  void End() {
    if (pid_ <= 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    pid_ = 0;
  }
  pid_t pid() const { return pid_; }

 private:
  pid_t pid_;
};

void MapFile(const std::string& path) {
  const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0 || ftruncate(fd, 4096) != 0) _exit(1);
  if (mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE, fd, 0) == MAP_FAILED) _exit(1);
}

// True once that holds; looks for it for a while.
bool Eventually(const std::function<bool()>& holds) {
  for (int i = 0; i < 300; ++i) {
    if (holds()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return false;
}

TEST(ProcessFiles, OfThisProcess) {
  const auto facts = FactsOf(getpid());
  ASSERT_TRUE(facts.has_value());
  EXPECT_EQ(facts->parent, getppid());
  EXPECT_GT(facts->mapped_bytes, 0u);
  EXPECT_NE(facts->image, 0u);
  EXPECT_FALSE(facts->is_zombie);
  const auto files = MappedFiles(getpid());
  ASSERT_TRUE(files.has_value());
  EXPECT_TRUE(std::any_of(files->begin(), files->end(),
                          [](const std::string& name) { return name.starts_with("libc"); }));
  const std::vector<pid_t> all = ListProcesses();
  EXPECT_TRUE(std::binary_search(all.begin(), all.end(), getpid()));
}

TEST(ProcessWatch, AFrameworkWithoutARecording) {
  const ScratchDirectory scratch;
  Program program([&] { MapFile(scratch.PathOf("libtensorflow_cc.so.2")); });
  ProcessWatch watch(program.pid());
  const auto sees_it = [&] { return watch.Look().without_recording.size() == 1; };
  EXPECT_TRUE(Eventually(sees_it));
  program.End();
  ASSERT_TRUE(sees_it()) << "what was seen stays known";
  EXPECT_TRUE(watch.Look().can_look);
}

TEST(ProcessWatch, AChildOfTheProgram) {
  const ScratchDirectory scratch;
  Program program([&] {
    if (fork() == 0) MapFile(scratch.PathOf("libtensorflow_framework.so.2"));
  });
  ProcessWatch watch(program.pid());
  EXPECT_TRUE(Eventually([&] { return watch.Look().without_recording.size() == 1; }));
  const WatchedProcess seen = watch.Look().without_recording.at(0);
  EXPECT_NE(seen.pid, program.pid());
  kill(seen.pid, SIGKILL);
}

TEST(ProcessWatch, WhoRecordsIsSeen) {
  const ScratchDirectory scratch;
  Program program([&] {
    MapFile(scratch.PathOf("losses.tdbg"));
    MapFile(scratch.PathOf("libtensorflow_cc.so.2"));
  });
  ProcessWatch watch(program.pid());
  for (int i = 0; i < 10; ++i) {
    EXPECT_TRUE(watch.Look().without_recording.empty());
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

TEST(ProcessWatch, ProcessesOfOthersAreNobodys) {
  const ScratchDirectory scratch;
  Program other([&] { MapFile(scratch.PathOf("libtensorflow_cc.so.2")); });
  Program program([] {});
  ProcessWatch watch(program.pid());
  for (int i = 0; i < 10; ++i) {
    EXPECT_TRUE(watch.Look().without_recording.empty());
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

}  // namespace
}  // namespace tdbg::session
