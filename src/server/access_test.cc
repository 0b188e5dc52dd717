#include "server/access.h"

#include <gtest/gtest.h>

namespace tdbg::server {
namespace {

// 0 for one who is welcome, else the status of the refusal.
int Verdict(const Access& access, const RequestSource& source, std::string_view target = "/") {
  const auto refusal = access.Refusal(source, *ParseTarget(target));
  return refusal ? refusal->status : 0;
}

Access Local() { return Access("secret", {"127.0.0.1"}, false, 6066); }

RequestSource From(std::string_view host) {
  return {.host = host, .authorization = "Bearer secret"};
}

TEST(AccessTest, TakesTheTokenInThreeWays) {
  const Access access = Local();
  const std::string_view host = "127.0.0.1:6066";
  EXPECT_EQ(Verdict(access, {.host = host}, "/?token=secret"), 0);
  EXPECT_EQ(Verdict(access, {.host = host, .authorization = "Bearer secret"}), 0);
  EXPECT_EQ(Verdict(access, {.host = host, .authorization = "bearer secret"}), 0);
  EXPECT_EQ(Verdict(access, {.host = host, .cookie = "tdbg_token_6066=secret"}), 0);
  EXPECT_EQ(Verdict(access, {.host = host, .cookie = "a=b; tdbg_token_6066=secret; c=d"}), 0);
  EXPECT_NE(access.SetCookie().find("tdbg_token_6066=secret; "), std::string::npos);
}

TEST(AccessTest, RefusesOtherTokens) {
  const Access access = Local();
  const std::string_view host = "localhost";
  EXPECT_EQ(Verdict(access, {.host = host}), 401);
  for (const std::string_view target :
       {"/?token", "/?token=", "/?token=secre", "/?token=secrets", "/?token=Secret",
        "/?tokens=secret", "/?token=x&token=secret"}) {
    EXPECT_EQ(Verdict(access, {.host = host}, target), 401) << target;
  }
  for (const std::string_view said :
       {"secret", "Bearer", "Bearer ", "Basic secret", "Bearer  secret", "Bearer secret "}) {
    EXPECT_EQ(Verdict(access, {.host = host, .authorization = said}), 401) << said;
  }
  for (const std::string_view cookie :
       {"tdbg_token_6067=secret", "tdbg_token_6066", "tdbg_token_6066=", "xtdbg_token_6066=secret",
        "tdbg_token_6066=secret2", "a=tdbg_token_6066=secret", ";;;", "="}) {
    EXPECT_EQ(Verdict(access, {.host = host, .cookie = cookie}), 401) << cookie;
  }
}

TEST(AccessTest, KnowsItsOwnHosts) {
  const Access access = Local();
  for (const std::string_view host :
       {"127.0.0.1:6066", "127.0.0.1", "127.8.9.1:1", "localhost:6066", "LocalHost", "[::1]:6066",
        "[::1]", "localhost:8000"}) {
    EXPECT_EQ(Verdict(access, From(host)), 0) << host;
  }
  for (const std::string_view host :
       {"", "evil.example", "evil.example:6066", "localhost.evil.example", "127.0.0.1.evil.example",
        "192.168.1.2:6066", "[::2]:6066", "[", "[]", "[::1", "[::1]evil.example", ":6066",
        "0.0.0.0", "localhost.", "user@localhost", "127.0.0.1/", "0x7f.1", "127.1"}) {
    EXPECT_EQ(Verdict(access, From(host)), 403) << host;
  }
}

TEST(AccessTest, OneThatIsOpenToOthersKnowsAddressesAndItsName) {
  const Access access("secret", {"Lab7"}, true, 80);
  for (const std::string_view host : {"lab7:80", "192.168.1.2:80", "[fe80::1]:80", "localhost"}) {
    EXPECT_EQ(Verdict(access, From(host)), 0) << host;
  }
  EXPECT_EQ(Verdict(access, From("evil.example:80")), 403);
}

TEST(AccessTest, AnOriginIsTheHostThatWasAsked) {
  const Access access = Local();
  RequestSource source = From("localhost:8000");
  source.origin = "http://localhost:8000";
  EXPECT_EQ(Verdict(access, source), 0);
  for (const std::string_view origin :
       {"", "null", "http://localhost", "http://localhost:6066", "https://localhost:8000",
        "http://127.0.0.1:8000", "http://evil.example", "http://localhost:8000/", "localhost:8000",
        "file://"}) {
    source.origin = origin;
    EXPECT_EQ(Verdict(access, source), 403) << origin;
  }
}

TEST(AccessTest, TheCodeLetsInToThePageOnce) {
  Access access = Local();
  const std::string_view host = "localhost";
  const std::string target = "/?code=" + access.code();
  EXPECT_NE(access.code(), access.token());
  EXPECT_EQ(Verdict(access, {.host = host}, "/index.html?code=" + access.code()), 401);
  EXPECT_EQ(Verdict(access, {.host = host}, "/rpc/overview?code=" + access.code()), 401);
  EXPECT_EQ(Verdict(access, {.host = host}, target + "0"), 401);
  EXPECT_EQ(Verdict(access, {.host = host}, "/?code="), 401);
  access.UseUpCode(*ParseTarget("/?code=wrong"));
  EXPECT_EQ(Verdict(access, {.host = host}, target), 0);
  access.UseUpCode(*ParseTarget(target));
  EXPECT_EQ(Verdict(access, {.host = host}, target), 401);
}

TEST(AccessTest, ThePageLiesBelowAPathOfItsOwn) {
  const Access access = Local();
  EXPECT_NE(access.root(), Local().root());
  EXPECT_NE(access.SetCookie().find("; Path=" + access.root() + "; HttpOnly; SameSite=Strict"),
            std::string::npos);
  const auto left = [&](const std::string& path) {
    Target target = *ParseTarget(path);
    access.LeaveRoot(target);
    return target.path;
  };
  EXPECT_EQ(left(access.root()), "/");
  EXPECT_EQ(left(access.root() + "rpc/overview"), "/rpc/overview");
  EXPECT_EQ(left("/rpc/overview"), "/rpc/overview");
  const std::string foreign = Local().root() + "rpc";
  EXPECT_EQ(left(foreign), foreign);
}

TEST(NewTokenTest, IsLongAndNeverTheSame) {
  const std::string token = NewToken();
  EXPECT_EQ(token.size(), 48u);
  EXPECT_EQ(token.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(token, NewToken());
}

}  // namespace
}  // namespace tdbg::server
