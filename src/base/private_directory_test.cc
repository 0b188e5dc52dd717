#include "base/private_directory.h"

#include <cerrno>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/scratch_directory.h"

namespace tdbg {
namespace {

mode_t ModeOf(const std::string& path) {
  struct stat info = {};
  EXPECT_EQ(stat(path.c_str(), &info), 0) << path;
  return info.st_mode & 0777;
}

TEST(PrivateDirectory, IsMadeForItsUserAlone) {
  const ScratchDirectory scratch;
  EXPECT_EQ(MakePrivateDirectory(scratch.PathOf("a/b/c")), 0);
  EXPECT_EQ(ModeOf(scratch.PathOf("a/b/c")), 0700u);
  EXPECT_EQ(MakePrivateDirectory(scratch.PathOf("a/d/")), 0);
  EXPECT_EQ(ModeOf(scratch.PathOf("a/d")), 0700u);
}

TEST(PrivateDirectory, OneThatIsThereStaysAsItIs) {
  const ScratchDirectory scratch;
  ASSERT_EQ(mkdir(scratch.PathOf("a").c_str(), 0755), 0);
  EXPECT_EQ(MakePrivateDirectory(scratch.PathOf("a")), 0);
  EXPECT_EQ(ModeOf(scratch.PathOf("a")), 0755u);
}

TEST(PrivateDirectory, AFileInItsPlace) {
  const ScratchDirectory scratch;
  scratch.Append("file", "x");
  EXPECT_EQ(MakePrivateDirectory(scratch.PathOf("file")), EEXIST);
  EXPECT_EQ(MakePrivateDirectory(scratch.PathOf("file/below")), ENOTDIR);
}

}  // namespace
}  // namespace tdbg
