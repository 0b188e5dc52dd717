#include "server/url.h"

#include <gtest/gtest.h>

namespace tdbg::server {
namespace {

using namespace std::string_literals;

TEST(ParseTargetTest, CutsAndDecodes) {
  const auto target = ParseTarget("/data/a%20b+c?run=x%2Fy&text=a+b%2B&flag&empty=&run=second");
  ASSERT_TRUE(target.ok());
  EXPECT_EQ(target->path, "/data/a b+c");
  EXPECT_EQ(target->query, "run=x%2Fy&text=a+b%2B&flag&empty=&run=second");
  const rpc::Parameters expected = {{"run", "x/y"}, {"text", "a b+"}, {"flag", ""}, {"empty", ""}};
  EXPECT_EQ(target->parameters, expected);
}

TEST(ParseTargetTest, TakesTheEndsOfPaths) {
  for (const std::string_view path : {"/", "/a", "/a/", "/a/b", "/...", "/a..b", "/.a"}) {
    const auto target = ParseTarget(path);
    ASSERT_TRUE(target.ok()) << path;
    EXPECT_EQ(target->path, path);
    EXPECT_TRUE(target->parameters.empty());
  }
}

TEST(ParseTargetTest, KeepsWhatStandsBehindTheFirstEqualsSign) {
  const auto target = ParseTarget("/?a=b=c&&=d&%26=%3d?");
  ASSERT_TRUE(target.ok());
  const rpc::Parameters expected = {{"a", "b=c"}, {"", "d"}, {"&", "=?"}};
  EXPECT_EQ(target->parameters, expected);
}

TEST(ParseTargetTest, RefusesPathsThatClimb) {
  for (const std::string_view path :
       {"/..", "/../", "/a/../b", "/a/..", "/.", "/./a", "//", "//a", "/a//b", "/%2e%2e/a",
        "/a/%2E%2e", "/a%2f..%2fb", "/..%2f", "/a/%2e/b", "/%2fa"}) {
    EXPECT_FALSE(ParseTarget(path).ok()) << path;
  }
}

TEST(ParseTargetTest, RefusesWhatIsNoPath) {
  for (const std::string_view path : {"", "a", "*", "http://localhost/", "?a=b", "/a\\b", "/%5c",
                                      "/%00", "/a%0a", "/a%7f", "/\x01"}) {
    EXPECT_FALSE(ParseTarget(path).ok()) << path;
  }
  EXPECT_FALSE(ParseTarget("/a\0b"s).ok());
}

TEST(ParseTargetTest, RefusesBrokenEscapes) {
  for (const std::string_view path :
       {"/%", "/%4", "/%zz", "/%4g", "/%-1", "/?a=%", "/?%=a", "/?a=%f", "/?a=%u0041", "/% 41"}) {
    EXPECT_FALSE(ParseTarget(path).ok()) << path;
  }
}

TEST(ParseTargetTest, DecodesOnce) {
  const auto target = ParseTarget("/a%252e?b=%2541");
  ASSERT_TRUE(target.ok());
  EXPECT_EQ(target->path, "/a%2e");
  EXPECT_EQ(target->parameters.at("b"), "%41");
}

TEST(QueryWithoutTest, KeepsTheRestAsItWas) {
  EXPECT_EQ(QueryWithout("token=x", "token"), "");
  EXPECT_EQ(QueryWithout("a=1&token=x&b=%20", "token"), "a=1&b=%20");
  EXPECT_EQ(QueryWithout("%74oken=x&tokens=y&token", "token"), "tokens=y");
  EXPECT_EQ(QueryWithout("", "token"), "");
}

}  // namespace
}  // namespace tdbg::server
