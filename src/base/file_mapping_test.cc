#include "base/file_mapping.h"

#include <csignal>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mapped_file.h"
#include "base/scratch_directory.h"
#include "base/sparse_file.h"

namespace tdbg {
namespace {

constexpr size_t kMapped = size_t{1} << 16;  // more than what is copied

class FileMappingTest : public testing::Test {
 protected:
  FileMappingTest() {
    KeepMappingsReadable();
    directory_.Append("log", std::string(kMapped, 'x'));
  }

  MappedFile Open() {
    auto file = MappedFile::Open(path_);
    EXPECT_TRUE(file.ok());
    return *std::move(file);
  }

  const ScratchDirectory directory_;
  const std::string path_ = directory_.PathOf("log");
};

TEST_F(FileMappingTest, ACutFileReadsAsZerosAndSaysWhere) {
  const MappedFile file = Open();
  EXPECT_EQ(file.bytes().back(), 'x');
  EXPECT_EQ(file.cut_at(), std::nullopt);
  ASSERT_EQ(truncate(path_.c_str(), 10'000), 0);
  EXPECT_EQ(file.bytes()[9'999], 'x');
  EXPECT_EQ(file.bytes()[kMapped - 1], '\0');
  // The page of the last byte that was asked for, and all behind it.
  EXPECT_EQ(file.cut_at(), kMapped - 4096);
  EXPECT_EQ(file.bytes()[12'288], '\0');
  EXPECT_EQ(file.cut_at(), 12'288u);
}

TEST_F(FileMappingTest, WhatIsWrittenAfterACutDoesNotMixWithWhatWasThere) {
  const MappedFile file = Open();
  ASSERT_EQ(truncate(path_.c_str(), 0), 0);
  EXPECT_EQ(file.bytes()[0], '\0');
  directory_.Append("log", std::string(kMapped, 'y'));
  EXPECT_EQ(file.bytes()[0], '\0');
  EXPECT_EQ(file.bytes()[kMapped - 1], '\0');
  EXPECT_EQ(file.cut_at(), 0u);
}

TEST_F(FileMappingTest, GrowthTellsOfACutBeforeAnybodyMeetsIt) {
  MappedFile file = Open();
  ASSERT_EQ(truncate(path_.c_str(), 10), 0);
  ASSERT_TRUE(file.Grow().ok());
  EXPECT_EQ(file.cut_at(), 10u);
  EXPECT_EQ(file.bytes().size(), kMapped);
}

TEST_F(FileMappingTest, AnotherFileInItsPlaceIsNotTakenForGrowth) {
  MappedFile file = Open();
  directory_.Append("other", std::string(2 * kMapped, 'y'));
  ASSERT_EQ(rename(directory_.PathOf("other").c_str(), path_.c_str()), 0);
  ASSERT_TRUE(file.Grow().ok());
  EXPECT_EQ(file.cut_at(), 0u);
  EXPECT_EQ(file.bytes(), std::string(kMapped, 'x'));
}

TEST_F(FileMappingTest, PlacesAreUsedAgain) {
  for (int i = 0; i < 100; ++i) {
    const MappedFile one = Open(), other = Open();
    ASSERT_EQ(truncate(path_.c_str(), 0), 0);
    EXPECT_EQ(other.bytes()[0], '\0');
    EXPECT_EQ(one.cut_at(), std::nullopt);
    EXPECT_EQ(other.cut_at(), 0u);
    directory_.Append("log", std::string(kMapped, 'x'));
  }
}

using FileMappingDeathTest = FileMappingTest;

TEST_F(FileMappingDeathTest, OtherBusErrorsStillEndTheProcess) {
  EXPECT_DEATH(raise(SIGBUS), "");
  EXPECT_DEATH(
      {
        // A mapping that nobody registered.
        const int fd = open(path_.c_str(), O_RDWR);
        auto* const bytes =
            static_cast<volatile char*>(mmap(nullptr, 4096, PROT_READ, MAP_SHARED, fd, 0));
        if (truncate(path_.c_str(), 0) == 0) _exit(bytes[0]);
        _exit(0);
      },
      "");
}

TEST(SparseFile, OnlyWhatIsHugeAndEmptyIsStoppedAt) {
  const ScratchDirectory directory;
  directory.Append("huge", "beginning");
  const std::string path = directory.PathOf("huge");
  constexpr off_t kTiB = off_t{1} << 40;
  if (truncate(path.c_str(), kTiB) != 0) GTEST_SKIP() << "no file of a terabyte here";
  auto huge = MappedFile::Open(path);
  ASSERT_TRUE(huge.ok());
  ASSERT_TRUE(huge->hole_at().has_value());
  EXPECT_EQ(huge->bytes().size(), *huge->hole_at());
  EXPECT_TRUE(huge->bytes().starts_with("beginning"));
  EXPECT_LE(huge->bytes().size(), size_t{1} << 20);

  ASSERT_EQ(truncate(path.c_str(), off_t{1} << 26), 0);
  auto small = MappedFile::Open(path);
  ASSERT_TRUE(small.ok());
  EXPECT_EQ(small->hole_at(), std::nullopt);
  EXPECT_EQ(small->bytes().size(), size_t{1} << 26);
}

}  // namespace
}  // namespace tdbg
