#include "server/routes.h"

#include <gtest/gtest.h>

namespace tdbg::server {
namespace {

void ExpectRoute(std::string_view path, RouteKind kind, std::string_view name) {
  const Route route = FindRoute(path);
  EXPECT_EQ(route.kind, kind) << path;
  EXPECT_EQ(route.name, name) << path;
}

TEST(FindRouteTest, KnowsWhoAnswers) {
  ExpectRoute("/", RouteKind::kFile, "/");
  ExpectRoute("/assets/a.js", RouteKind::kFile, "/assets/a.js");
  ExpectRoute("/rpc/alerts", RouteKind::kCall, "alerts");
  ExpectRoute("/rpc/a/b", RouteKind::kCall, "a/b");
  ExpectRoute("/rpc", RouteKind::kFile, "/rpc");
  ExpectRoute("/changes", RouteKind::kChanges, "/changes");
  ExpectRoute("/changes/", RouteKind::kFile, "/changes/");
  ExpectRoute("/export/npy", RouteKind::kGet, "/export/npy");
}

TEST(FindRouteTest, TakesTheExperimentAway) {
  const std::string_view runs = "/data/plugin/debugger-v2/runs";
  ExpectRoute(runs, RouteKind::kGet, runs);
  ExpectRoute("/experiment/e1/data/plugin/debugger-v2/runs", RouteKind::kGet, runs);
  ExpectRoute("/experiment/e1/data/plugins_listing", RouteKind::kGet, "/data/plugins_listing");
  ExpectRoute("/experiment/e1/rpc/alerts", RouteKind::kFile, "/experiment/e1/rpc/alerts");
  ExpectRoute("/experiment/e1", RouteKind::kFile, "/experiment/e1");
}

TEST(AllowsTest, ComparesWholeMethods) {
  EXPECT_TRUE(Allows(RouteKind::kFile, "GET"));
  EXPECT_TRUE(Allows(RouteKind::kFile, "HEAD"));
  EXPECT_FALSE(Allows(RouteKind::kFile, "POST"));
  EXPECT_TRUE(Allows(RouteKind::kGet, "POST"));
  EXPECT_TRUE(Allows(RouteKind::kCall, "POST"));
  for (const std::string_view method : {"GET", "PUT", "OPTIONS", "", "P", "POST, ", "post"}) {
    EXPECT_FALSE(Allows(RouteKind::kCall, method)) << method;
  }
}

}  // namespace
}  // namespace tdbg::server
