#include "session/origin_walk.h"

#include <gtest/gtest.h>

#include "query/run_sketch.h"
#include "session/alert_groups.h"
#include "session/step_table.h"

namespace tdbg::session {
namespace {

using store::EventId;
using store::ExecutionId;
using store::GraphId;
using store::OpId;

// log → neg → result, called twice: the second time log is bad.
class OriginWalkTest : public testing::Test {
 protected:
  OriginWalkTest() {
    for (int call = 0; call < 2; ++call) {
      const bool bad = call == 1;
      const ExecutionId id = sketch_.Execution(call * 10 + 9, "f");
      sketch_.run.executions[id].graph = graph_;
      sketch_.run.executions[id].session_run_index = call + 5;
      born_ = sketch_.Event(log_, call * 10 + 1, bad, 0, id);
      handed_on_ = sketch_.Event(neg_, call * 10 + 2, bad, 0, id);
      output_ = sketch_.Output(id, 0, bad);
      if (!bad) clean_ = handed_on_;
    }
  }

  query::RunSketch sketch_;
  GraphId graph_ = sketch_.Graph("f");
  OpId log_ = sketch_.Op(graph_, "log", "Log", {"x"});
  OpId neg_ = sketch_.Op(graph_, "neg", "Neg", {"log"});
  EventId born_, handed_on_, output_, clean_;
};

TEST_F(OriginWalkTest, WalksFromTheOutputToTheOrigin) {
  RunView view(sketch_.run);
  const auto path = WalkToOrigin(view, handed_on_);
  ASSERT_TRUE(path.ok());
  ASSERT_EQ(path->size(), 2u);
  EXPECT_EQ(path->front().event, handed_on_);
  EXPECT_EQ(path->back().event, born_);
  EXPECT_EQ(path->back().verdict, Verdict::kOrigin);
  EXPECT_EQ(WalkToOrigin(view, output_)->back().event, born_);
}

TEST_F(OriginWalkTest, CleanTensorIsAMistake) {
  RunView view(sketch_.run);
  EXPECT_EQ(WalkToOrigin(view, clean_).status().message(),
            "f::neg:0 holds no NaN and no infinity: nothing to trace");
}

TEST_F(OriginWalkTest, InputsAreThoseOfTheSameIteration) {
  RunView view(sketch_.run);
  const auto reads = InputsRead(view, handed_on_);
  ASSERT_EQ(reads.size(), 1u);
  EXPECT_EQ(reads[0].name, "log:0");
  EXPECT_EQ(reads[0].event, born_);
}

TEST_F(OriginWalkTest, GroupsPutOriginsFirst) {
  RunView view(sketch_.run);
  const auto groups = GroupAlerts(view, false);
  ASSERT_EQ(groups.size(), 3u);
  EXPECT_EQ(groups[0].first.event, born_);
  EXPECT_EQ(GroupAlerts(view, false, Verdict::kOrigin).size(), 1u);
}

TEST_F(OriginWalkTest, StepsCountWhatHappenedInThem) {
  RunView view(sketch_.run);
  const auto steps = StepTable(view);
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[0].step, 5);
  EXPECT_EQ(steps[0].tensors, 3);
  EXPECT_EQ(steps[0].bad, 0);
  EXPECT_FALSE(steps[0].worst.has_value());
  EXPECT_EQ(steps[1].bad, 3);
  EXPECT_EQ(steps[1].worst, Verdict::kOrigin);
  EXPECT_EQ(steps[1].first_bad, born_);
}

}  // namespace
}  // namespace tdbg::session
