#include "base/crc32c.h"

#include <random>
#include <string>

#include <gtest/gtest.h>

namespace tdbg {
namespace {

TEST(Crc32c, KnownVectors) {
  EXPECT_EQ(Crc32c("123456789"), 0xe3069283u);
  EXPECT_EQ(MaskCrc(Crc32c("123456789")), 0xc78ab0e5u);
  EXPECT_EQ(Crc32c(""), 0u);
  EXPECT_EQ(Crc32c(std::string(32, '\0')), 0x8a9136aau);
  EXPECT_EQ(Crc32c(std::string(32, '\xff')), 0x62a8ab43u);
}

TEST(Crc32c, InstructionAndTableAgree) {
  std::mt19937 random(1);
  std::string bytes(1000, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  for (int round = 0; round < 2000; ++round) {
    const size_t first = random() % 16;  // at any alignment
    const size_t length = random() % (bytes.size() - first);
    const std::string_view part = std::string_view(bytes).substr(first, length);
    ASSERT_EQ(Crc32c(part), Crc32cByTable(part)) << first << ' ' << length;
  }
}

}  // namespace
}  // namespace tdbg
