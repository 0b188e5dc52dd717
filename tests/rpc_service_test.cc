#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "fixture_path.h"
#include "rpc/service.h"

namespace tdbg::rpc {
namespace {

using nlohmann::json;

class ServiceTest : public testing::Test {
 protected:
  static std::unique_ptr<session::Target> Open() {
    auto target = session::Target::Open(tests::OwnFixture("mnist_nan") / "dump", {});
    TDBG_CHECK(target.ok());
    return *std::move(target);
  }

  json Ask(std::string_view method, const json& request, int status = 200) {
    const Reply reply = service_.Call(method, request.dump());
    EXPECT_EQ(reply.status, status) << reply.body;
    return json::parse(reply.body);
  }
  std::string Refusal(std::string_view method, const json& request, int status) {
    return Ask(method, request, status).value("error", "no error");
  }

  // Of the first origin.
  int64_t FirstOrigin() {
    return Ask("alerts", {{"run", 0}, {"begin", 0}, {"count", 1}})["rows"][0]["event"];
  }

  const std::unique_ptr<session::Target> target_ = Open();
  Service service_{*target_};
};

TEST_F(ServiceTest, ARecordingHasNoProgramToControl) {
  const json target = Ask("target", json::object());
  EXPECT_EQ(target["living"], false);
  EXPECT_EQ(target["phase"], "complete");
  EXPECT_TRUE(target["stop"].is_null());
  for (const char* method : {"hold", "detach"}) {
    EXPECT_EQ(Refusal(method, json::object(), 400),
              "this is a recording: there is no program to control");
  }
  EXPECT_EQ(Refusal("continue", {{"stop", 1}}, 400),
            "this is a recording: there is no program to control");
  EXPECT_NE(Refusal("continue", {{"stop", 1}, {"births", 0}}, 400).find("births"),
            std::string::npos);
}

TEST_F(ServiceTest, OverviewCounts) {
  const json overview = Ask("overview", json::object());
  ASSERT_EQ(overview["runs"].size(), 1u);
  const json& run = overview["runs"][0];
  EXPECT_EQ(run["format"], "tfdbg2");
  EXPECT_EQ(run["state"], "finished");
  EXPECT_GT(run["tensors"], 100);
  EXPECT_GE(run["origins"], 1);
  const json notice = json::parse(service_.Notice());
  EXPECT_EQ(notice["generation"], 1);
  EXPECT_EQ(notice["state"], "finished");
  EXPECT_EQ(notice["target"], Ask("target", json::object()));
}

TEST_F(ServiceTest, AnInheritedAlertLeadsToItsOrigin) {
  const json alerts =
      Ask("alerts", {{"run", 0}, {"begin", 0}, {"count", 50}, {"verdict", "inherited"}});
  ASSERT_GT(alerts["rows"].size(), 0u);
  const int64_t origin = alerts["rows"][0]["origin"];
  EXPECT_EQ(Ask("cause", {{"run", 0}, {"event", origin}})["alert"]["verdict"], "origin");
}

TEST_F(ServiceTest, TheCauseNamesOpAndLine) {
  const json cause = Ask("cause", {{"run", 0}, {"event", FirstOrigin()}});
  EXPECT_EQ(cause["alert"]["op_type"], "Log");
  EXPECT_FALSE(cause["sentence"].get<std::string>().empty());
  EXPECT_FALSE(cause["source"].empty());
  EXPECT_EQ(cause["source"].back()["line"], cause["alert"]["place"]["line"]);
}

TEST_F(ServiceTest, PagesOfTensorsMakeTheWhole) {
  const json all = Ask("tensors", {{"run", 0}, {"begin", 0}, {"count", 1000}, {"sort", "max"}});
  const json some = Ask("tensors", {{"run", 0}, {"begin", 40}, {"count", 5}, {"sort", "max"}});
  ASSERT_EQ(some["rows"].size(), 5u);
  for (size_t i = 0; i < 5; ++i) EXPECT_EQ(some["rows"][i], all["rows"][40 + i]);
  const json place =
      Ask("tensor_place", {{"run", 0}, {"sort", "max"}, {"event", all["rows"][44]["event"]}});
  EXPECT_EQ(place["row"], 44);
}

TEST_F(ServiceTest, NodesAreOpsAndScopes) {
  const auto total = [&](const json& nodes) {
    return Ask("tensors", {{"run", 0}, {"begin", 0}, {"count", 0}, {"nodes", nodes}})["total"]
        .get<int64_t>();
  };
  EXPECT_GT(total({"Log"}), 0);
  EXPECT_EQ(total({"Lo"}), 0);
  EXPECT_EQ(total({"no such scope"}), 0);
}

TEST(ServiceValues, ThinningOutKeepsWhatIsBad) {
  const auto target = session::Target::Open(tests::OwnFixture("tfdbg2_full_tensor") / "dump", {});
  ASSERT_TRUE(target.ok());
  Service service(**target);
  const auto ask = [&](std::string_view method, const json& request) {
    const Reply reply = service.Call(method, request.dump());
    EXPECT_EQ(reply.status, 200) << reply.body;
    return json::parse(reply.body);
  };
  // [[-inf, -1.386], [-0.693, 0]]: in one cell, whose first element would be chosen, and reversed.
  const json event = ask("find", {{"run", 0}, {"name", "logarithm:0"}})["event"];
  for (const char* const slice : {"", "[::-1, ::-1]"}) {
    const json value = ask("value", {{"run", 0}, {"event", event}, {"slice", slice}, {"most", 1}});
    EXPECT_EQ(value["shown"], json({1, 1})) << slice;
    EXPECT_EQ(value["texts"], json({"-inf"})) << slice;
  }
}

TEST_F(ServiceTest, MistakesAreOneJsonObject) {
  EXPECT_EQ(Refusal("nope", json::object(), 404), "no request is called 'nope'");
  EXPECT_EQ(Refusal("cause", {{"run", 0}}, 400), "event is missing");
  EXPECT_EQ(Refusal("cause", {{"run", 0}, {"event", "x"}}, 400),
            "event: a whole number within 53 bits is expected");
  EXPECT_EQ(Refusal("words", {{"run", 9}}, 404), "there is no run 9; this trace has 1");
  EXPECT_EQ(Refusal("alerts", {{"run", 0}, {"begin", 0}, {"count", 1}, {"verdict", "bad"}}, 400),
            "verdict: 'bad' is none of origin, inherited, masked, handled");
  EXPECT_NE(Refusal("tensors", {{"run", 0}, {"begin", 0}, {"count", 1 << 20}}, 400), "");
  EXPECT_NE(Refusal("tensors", {{"run", 0}, {"begin", 0}, {"count", 1}, {"filter", "max >"}}, 400)
                .find('^'),
            std::string::npos);
  EXPECT_EQ(service_.Call("words", "{").status, 400);
  EXPECT_EQ(service_.Call("words", std::string(1000, '[')).status, 400);
  EXPECT_EQ(service_.Get("/export/nothing", {}).status, 404);
  EXPECT_EQ(service_.Get("/export/tensor.npy", {{"run", "0"}}).status, 400);
}

TEST_F(ServiceTest, CommandsTouchNoFiles) {
  const json answer =
      Ask("command", {{"client", "a"}, {"run", 0}, {"line", "lt > /tmp/must_not_be_written"}});
  EXPECT_NE(answer.dump().find("does not touch files"), std::string::npos);
}

TEST_F(ServiceTest, EachClientHasItsOwnCursor) {
  const auto say = [&](const char* client, const char* line) {
    return Ask("command", {{"client", client}, {"run", 0}, {"line", line}}).dump();
  };
  say("a", "goto origin");
  const std::string at_origin = say("a", "print");
  say("b", "goto 1");
  EXPECT_EQ(say("a", "print"), at_origin);
}

}  // namespace
}  // namespace tdbg::rpc
