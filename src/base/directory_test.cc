#include "base/directory.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/scratch_directory.h"

namespace tdbg {
namespace {

TEST(ListDirectory, IsSortedAndKnowsDirectories) {
  const ScratchDirectory directory;
  directory.Append("b", "");
  directory.Append("a10", "");
  directory.Append(".hidden", "");
  ASSERT_EQ(mkdir(directory.PathOf("a9").c_str(), 0700), 0);
  ASSERT_EQ(symlink("a9", directory.PathOf("to_folder").c_str()), 0);
  ASSERT_EQ(symlink("b", directory.PathOf("to_file").c_str()), 0);
  ASSERT_EQ(symlink("nowhere", directory.PathOf("to_nothing").c_str()), 0);

  const auto entries = ListDirectory(directory.path());
  ASSERT_TRUE(entries.ok());
  std::string listed;
  for (const DirectoryEntry& entry : *entries) {
    listed += entry.name + (entry.is_directory ? "/ " : " ");
  }
  EXPECT_EQ(listed, ".hidden a10 a9/ b to_file to_folder/ to_nothing ");
}

TEST(ListDirectory, SaysWhyItCannotBeListed) {
  const ScratchDirectory directory;
  EXPECT_TRUE(ListDirectory(directory.path())->empty());
  EXPECT_EQ(ListDirectory(directory.PathOf("missing")).status().code(), StatusCode::kNotFound);
  directory.Append("file", "");
  const auto file = ListDirectory(directory.PathOf("file"));
  EXPECT_EQ(file.status().code(), StatusCode::kUnreadable);
  EXPECT_NE(file.status().message().find(directory.PathOf("file")), std::string::npos);
}

}  // namespace
}  // namespace tdbg
