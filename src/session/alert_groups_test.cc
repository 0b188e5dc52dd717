#include "session/alert_groups.h"

#include <gtest/gtest.h>

#include "query/run_sketch.h"

namespace tdbg::session {
namespace {

class AlertGroupsTest : public testing::Test {
 protected:
  // The stack of a call on this line of the program, made from there.
  store::StackId Stack(int32_t line, int32_t called_from) {
    std::vector<store::FrameId> frames;
    for (const int32_t at : {called_from, line}) {
      frames.push_back(sketch_.run.stacks.AddFrame());
      store::Frame& frame = sketch_.run.stacks.frame(frames.back());
      frame.file = file_;
      frame.line = at;
      frame.recorded = true;
    }
    return sketch_.run.stacks.Intern(frames);
  }

  // An eager op that makes something bad of nothing bad.
  void Birth(std::string_view type, store::StackId stack) {
    const store::ExecutionId execution = sketch_.Execution(++time_ns_, type);
    sketch_.run.executions[execution].stack = stack;
    sketch_.Output(execution, 0, true);
  }

  query::RunSketch sketch_;
  store::SourceFileId file_ =
      sketch_.run.sources.Append({.path = sketch_.run.strings.Intern("/srv/train.py")});
  int64_t time_ns_ = 0;
};

TEST_F(AlertGroupsTest, EagerOpsOfOneTypeOnDifferentLinesAreDifferentRows) {
  const store::StackId first = Stack(10, 3), second = Stack(11, 3), from_elsewhere = Stack(10, 4);
  for (int i = 0; i < 3; ++i) {
    Birth("Log", first);
    Birth("Log", second);
  }
  Birth("Log", from_elsewhere);
  Birth("Sqrt", first);
  Birth("Log", {});

  RunView view(sketch_.run);
  std::vector<int64_t> counts;
  for (const AlertGroup& group : GroupAlerts(view, false)) counts.push_back(group.count);
  EXPECT_EQ(counts, (std::vector<int64_t>{4, 3, 1, 1}));
}

}  // namespace
}  // namespace tdbg::session
