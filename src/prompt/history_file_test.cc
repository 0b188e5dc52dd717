#include "prompt/history_file.h"

#include <cstdlib>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/scratch_directory.h"

namespace tdbg::prompt {
namespace {

TEST(HistoryFile, ComesBackInTheNextRun) {
  const ScratchDirectory scratch;
  const std::string path = scratch.PathOf("state/tdbg/history");
  EXPECT_TRUE(HistoryFile(path).Load().lines().empty());
  HistoryFile(path).Append("lt");
  HistoryFile(path).Append("pt a:0");
  const History history = HistoryFile(path).Load();
  ASSERT_EQ(history.lines().size(), 2u);
  EXPECT_EQ(history.lines()[1], "pt a:0");
  struct stat facts {};
  ASSERT_EQ(stat(path.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777, 0600u);
  // Recordings lie there, too.
  ASSERT_EQ(stat(scratch.PathOf("state/tdbg").c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777, 0700u);
}

TEST(HistoryFile, IsCutDownToTheNewest) {
  const ScratchDirectory scratch;
  std::string text;
  for (size_t i = 0; i < History::kMost + 100; ++i) text += "line " + std::to_string(i) + "\n";
  scratch.Append("history", text);
  const HistoryFile file(scratch.PathOf("history"));
  EXPECT_EQ(file.Load().lines().front(), "line 100");
  EXPECT_LT(std::filesystem::file_size(scratch.PathOf("history")), text.size());
  EXPECT_EQ(file.Load().lines().front(), "line 100");
  const std::filesystem::directory_iterator files(scratch.path());
  EXPECT_EQ(std::distance(begin(files), end(files)), 1);  // no temporary file is left
}

TEST(HistoryFile, SeveralProcessesLoseNothing) {
  constexpr int kProcesses = 4, kLines = 100;
  const ScratchDirectory scratch;
  std::string text;
  for (size_t i = 0; i <= History::kMost; ++i) text += "old " + std::to_string(i) + "\n";
  scratch.Append("history", text);
  for (int p = 0; p < kProcesses; ++p) {
    if (fork() != 0) continue;
    const HistoryFile file(scratch.PathOf("history"));
    for (int i = 0; i < kLines; ++i) {
      file.Append(std::to_string(p) + "." + std::to_string(i));
      if (i % 10 == p) static_cast<void>(file.Load());  // replaces the file
    }
    _exit(0);
  }
  for (int p = 0; p < kProcesses; ++p) wait(nullptr);
  const History history = HistoryFile(scratch.PathOf("history")).Load();
  int found = 0;
  for (const std::string& line : history.lines()) found += !line.starts_with("old");
  EXPECT_EQ(found, kProcesses * kLines);
}

TEST(HistoryFile, WhatCannotBeWrittenIsNot) {
  const ScratchDirectory scratch;
  scratch.Append("file", "x");
  const HistoryFile file(scratch.PathOf("file/history"));  // below a file
  file.Append("lt");
  EXPECT_TRUE(file.Load().lines().empty());
  HistoryFile("").Append("lt");
  EXPECT_TRUE(HistoryFile("").Load().lines().empty());
}

TEST(HistoryFile, WhatIsNoTextCannotDriveTheTerminal) {
  const ScratchDirectory scratch;
  scratch.Append("history", "lt\x1b[2J\npt a");  // the last line was not finished
  const History history = HistoryFile(scratch.PathOf("history")).Load();
  ASSERT_EQ(history.lines().size(), 2u);
  EXPECT_EQ(history.lines()[0].find('\x1b'), std::string::npos);
  EXPECT_EQ(history.lines()[1], "pt a");
}

TEST(HistoryFile, WhereItLies) {
  setenv("HOME", "/somewhere", 1);
  unsetenv("XDG_STATE_HOME");
  EXPECT_EQ(HistoryFile::DefaultPath(), "/somewhere/.local/state/tdbg/history");
  setenv("XDG_STATE_HOME", "relative", 1);
  EXPECT_EQ(HistoryFile::DefaultPath(), "/somewhere/.local/state/tdbg/history");
  setenv("XDG_STATE_HOME", "/state", 1);
  EXPECT_EQ(HistoryFile::DefaultPath(), "/state/tdbg/history");
  unsetenv("XDG_STATE_HOME");
}

}  // namespace
}  // namespace tdbg::prompt
