#include "base/mapped_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/scratch_directory.h"

namespace tdbg {
namespace {

TEST(MappedFile, SeesWhatIsAppended) {
  const ScratchDirectory directory;
  directory.Append("log", "one");
  auto file = MappedFile::Open(directory.PathOf("log"));
  ASSERT_TRUE(file.ok());
  const std::string_view before = file->bytes();
  EXPECT_EQ(before, "one");

  directory.Append("log", std::string(10'000, 'x'));
  EXPECT_EQ(file->bytes(), "one");  // until Grow() is called
  ASSERT_TRUE(file->Grow().ok());
  EXPECT_EQ(file->bytes(), "one" + std::string(10'000, 'x'));
  EXPECT_EQ(before, "one");  // the old mapping is still there
}

TEST(MappedFile, AnEmptyFileHasNoBytesAndMayGrow) {
  const ScratchDirectory directory;
  directory.Append("log", "");
  auto file = MappedFile::Open(directory.PathOf("log"));
  ASSERT_TRUE(file.ok());
  EXPECT_TRUE(file->bytes().empty());
  ASSERT_TRUE(file->Grow().ok());
  directory.Append("log", "now");
  ASSERT_TRUE(file->Grow().ok());
  EXPECT_EQ(file->bytes(), "now");
}

TEST(MappedFile, KeepsItsBytesWhenTheNameIsGone) {
  const ScratchDirectory directory;
  directory.Append("log", "bytes");
  auto file = MappedFile::Open(directory.PathOf("log"));
  ASSERT_TRUE(file.ok());
  directory.Remove("log");
  EXPECT_EQ(file->Grow().code(), StatusCode::kNotFound);
  EXPECT_EQ(file->bytes(), "bytes");
}

TEST(MappedFile, CanBeMoved) {
  const ScratchDirectory directory;
  directory.Append("a", "aaa");
  directory.Append("b", "bbb");
  auto a = MappedFile::Open(directory.PathOf("a"));
  auto b = MappedFile::Open(directory.PathOf("b"));
  ASSERT_TRUE(a.ok() && b.ok());
  MappedFile file = *std::move(a);
  file = *std::move(b);
  EXPECT_EQ(file.bytes(), "bbb");
  EXPECT_EQ(file.path(), directory.PathOf("b"));
}

TEST(MappedFile, SaysWhyItCannotBeRead) {
  const ScratchDirectory directory;
  const auto missing = MappedFile::Open(directory.PathOf("missing"));
  EXPECT_EQ(missing.status().code(), StatusCode::kNotFound);
  EXPECT_NE(missing.status().message().find("missing"), std::string::npos);

  const auto folder = MappedFile::Open(directory.path());
  EXPECT_EQ(folder.status().code(), StatusCode::kUnreadable);
  EXPECT_NE(folder.status().message().find("not a regular file"), std::string::npos);

  // A pipe without a writer must not make us wait.
  ASSERT_EQ(mkfifo(directory.PathOf("pipe").c_str(), 0600), 0);
  EXPECT_EQ(MappedFile::Open(directory.PathOf("pipe")).status().code(), StatusCode::kUnreadable);
}

TEST(MappedFile, RespectsPermissions) {
  const ScratchDirectory directory;
  directory.Append("secret", "x");
  ASSERT_EQ(chmod(directory.PathOf("secret").c_str(), 0), 0);
  const bool root = geteuid() == 0;  // who may read everything
  constexpr uid_t kNobody = 65534;
  ASSERT_EQ(seteuid(root ? kNobody : geteuid()), 0);
  const auto file = MappedFile::Open(directory.PathOf("secret"));
  ASSERT_EQ(seteuid(root ? 0 : geteuid()), 0);
  EXPECT_EQ(file.status().code(), StatusCode::kUnreadable);
  EXPECT_NE(file.status().message().find("Permission denied"), std::string::npos);
}

}  // namespace
}  // namespace tdbg
