#include "query/outlook.h"

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "query/run_sketch.h"
#include "store/value_source.h"

namespace tdbg::query {
namespace {

class OutlookTest : public testing::Test {
 protected:
  // log → `type` → out → result, all of which ran in an earlier execution, too. Answers for the
  // value that `log` makes in the second one, before anything else has run there.
  bool LogSurelyLeavesThrough(std::string_view type) {
    const store::GraphId graph = sketch_.Graph("f");
    const store::OpId log = sketch_.Op(graph, "log", "Log");
    const store::OpId next = sketch_.Op(graph, "next", type, {"log"});
    const store::OpId out = sketch_.Op(graph, "out", "AddV2", {"next"});
    const store::ExecutionId before = sketch_.Execution(1, "f");
    for (const store::OpId op : {log, next, out}) sketch_.Event(op, 2, false, 0, before);
    const store::ExecutionId now = sketch_.Execution(10, "f");
    const store::EventId born = sketch_.Event(log, 11, true, 0, now);
    return SurelyLeaves(born);
  }

  bool SurelyLeaves(store::EventId event) {
    sketch_.run.values = std::make_unique<NoValues>();
    const EventIndex index(sketch_.run);
    GraphLinks links(sketch_.run);
    const BadValues bad(sketch_.run, index, links);
    return Outlook(sketch_.run, index, links, bad).SurelyLeaves(event);
  }

  RunSketch sketch_;

 private:
  // Which numbers are bad is not known: any.
  class NoValues final : public store::ValueSource {
   public:
    Result<store::Digest> ReadDigest(store::EventId) const override { return Nothing(); }
    Result<tensor::Value> ReadValue(store::EventId) const override { return Nothing(); }
    Result<tensor::Value> ReadRecorded(store::EventId) const override { return Nothing(); }
    uint64_t RecordedBytes(store::EventId) const override { return 0; }
    Result<std::vector<store::Attribute>> ReadAttributes(store::OpId) const override {
      return Nothing();
    }
    Result<std::vector<std::string>> ReadSource(store::SourceFileId) const override {
      return Nothing();
    }

   private:
    static Status Nothing() { return InvalidArgument("nothing was recorded"); }
  };
};

TEST_F(OutlookTest, ASumKeepsIt) { EXPECT_TRUE(LogSurelyLeavesThrough("Sum")); }
TEST_F(OutlookTest, AProductKeepsIt) { EXPECT_TRUE(LogSurelyLeavesThrough("Mul")); }
TEST_F(OutlookTest, AChoiceNeedNot) { EXPECT_FALSE(LogSurelyLeavesThrough("SelectV2")); }
TEST_F(OutlookTest, ATestDoesNot) { EXPECT_FALSE(LogSurelyLeavesThrough("IsFinite")); }

TEST_F(OutlookTest, WhoReadsAnOpIsKnownOnlyOnceTheyHaveRun) {
  const store::OpId log = sketch_.Op(sketch_.Graph("f"), "log", "Log");
  const store::ExecutionId first = sketch_.Execution(1, "f");
  EXPECT_FALSE(SurelyLeaves(sketch_.Event(log, 2, true, 0, first)));
  const store::ExecutionId second = sketch_.Execution(10, "f");
  EXPECT_TRUE(SurelyLeaves(sketch_.Event(log, 11, true, 0, second))) << "nobody does: a result";
}

// As each function of TensorFlow ends.
TEST_F(OutlookTest, AResultThatIsOnlyHandedOnLeaves) {
  const store::GraphId graph = sketch_.Graph("f");
  const store::OpId log = sketch_.Op(graph, "log", "Log");
  sketch_.Op(graph, "Identity", "Identity", {"log"});
  const store::ExecutionId first = sketch_.Execution(1, "f");
  EXPECT_FALSE(SurelyLeaves(sketch_.Event(log, 2, true, 0, first)));
  const store::ExecutionId second = sketch_.Execution(10, "f");
  EXPECT_TRUE(SurelyLeaves(sketch_.Event(log, 11, true, 0, second)));
}

}  // namespace
}  // namespace tdbg::query
