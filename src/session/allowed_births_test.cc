#include "session/allowed_births.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

namespace tdbg::session {
namespace {

namespace fs = std::filesystem;

TEST(CommentAllows, WhatItNames) {
  EXPECT_TRUE(CommentAllows("y = log(x)  # tdbg: allow", "nan"));
  EXPECT_TRUE(CommentAllows("y = log(x)  # tdbg: allow nan", "nan"));
  EXPECT_FALSE(CommentAllows("y = log(x)  # tdbg: allow nan", "inf"));
  EXPECT_TRUE(CommentAllows("y = log(x)  # tdbg: allow nan, inf", "inf"));
  EXPECT_TRUE(CommentAllows("y = log(x)  # noqa  tdbg: allow inf since it is masked", "inf"));
  EXPECT_FALSE(CommentAllows("y = log(x)  # tdbg: allow inf since it is masked", "nan"));
  EXPECT_TRUE(CommentAllows("y = log(x)  # tdbg: allow because it is masked", "nan"));
}

TEST(CommentAllows, NothingOutsideOfComments) {
  EXPECT_FALSE(CommentAllows("print('tdbg: allow')", "nan"));
  EXPECT_FALSE(CommentAllows("y = log(x)  # tdbg: allowed", "nan"));
  EXPECT_FALSE(CommentAllows("y = log(x)  # tdbg", "nan"));
}

class AllowFile : public testing::Test {
 protected:
  AllowFile() {
    fs::create_directories(root_ / ".tdbg");
    fs::create_directories(root_ / "src/deep");
  }
  ~AllowFile() override { fs::remove_all(root_); }

  std::string Write(const char* text) {
    const fs::path path = root_ / ".tdbg/allow";
    std::ofstream(path) << text;
    return path;
  }

  const fs::path root_ = fs::path(testing::TempDir()) / "allow_file_test";
};

TEST_F(AllowFile, IsThatOfTheNearestFolderAbove) {
  const std::string file = Write("");
  EXPECT_EQ(AllowFileOf(root_), file);
  EXPECT_EQ(AllowFileOf(root_ / "src/deep"), file);
}

TEST_F(AllowFile, HasAFilterOnEachLine) {
  AllowedBirths allowed;
  const Status status = allowed.AddFile(Write("# masks\nop == \"Log\"\n\n  name =~ \"mask\"\n"));
  ASSERT_TRUE(status.ok()) << status.message();
  ASSERT_EQ(allowed.filters().size(), 2u);
  EXPECT_EQ(allowed.filters()[1].text(), "name =~ \"mask\"");
}

TEST_F(AllowFile, AMistakeIsToldWithItsLine) {
  const std::string file = Write("op == \"Log\"\ncolour == 3\n");
  AllowedBirths allowed;
  const Status status = allowed.AddFile(file);
  ASSERT_FALSE(status.ok());
  EXPECT_TRUE(status.message().starts_with(file + ":2: ")) << status.message();
}

}  // namespace
}  // namespace tdbg::session
