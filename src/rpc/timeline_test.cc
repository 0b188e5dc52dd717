#include <gtest/gtest.h>

#include "rpc/handlers.h"
#include "rpc/opened_trace.h"
#include "rpc/run_sketch.h"

namespace tdbg::rpc {
namespace {

class TimelineTest : public testing::Test {
 protected:
  Timeline Ask(int64_t from, int64_t to, int64_t marks) {
    session::RunView view(sketch_.run);
    RunMemory memory;
    const auto answer = AnswerTimeline(view, memory, {0, from, to, marks});
    EXPECT_TRUE(answer.ok()) << answer.status().message();
    return *answer;
  }

  RunSketch sketch_;
  store::GraphId graph_ = sketch_.Graph("train");
  store::OpId log_ = sketch_.Op(graph_, "loss/Log", "Log");
};

TEST_F(TimelineTest, OneOfEachKind) {
  const auto first = sketch_.Execution(1000, "train", 0);
  const auto second = sketch_.Execution(2000, "train", 1);
  sketch_.Event(log_, 1100, "CPU:0", false, first);
  sketch_.Event(log_, 1200, "GPU:0", false, first);
  sketch_.Event(log_, 2100, "CPU:0", true, second);
  const Timeline all = Ask(0, 0, 1000);
  // Times count from the first tensor.
  EXPECT_EQ(all.first_ns, -100);
  EXPECT_EQ(all.last_ns, 1000);
  ASSERT_EQ(all.tracks.size(), 4u);

  const Track& steps = all.tracks[0];
  EXPECT_EQ(steps.kind, TrackKind::kSteps);
  ASSERT_EQ(steps.marks.size(), 2u);
  EXPECT_EQ(steps.marks[0].end_ns, steps.marks[1].begin_ns);
  EXPECT_EQ(steps.marks[1].step, 1);
  EXPECT_EQ(steps.marks[0].worst, std::nullopt);
  EXPECT_EQ(steps.marks[1].worst, Verdict::kOrigin);

  const Track& executions = all.tracks[1];
  ASSERT_EQ(executions.marks.size(), 2u);
  EXPECT_EQ(executions.marks[0].label, "train");
  EXPECT_EQ(executions.marks[0].begin_ns, -100);
  EXPECT_EQ(executions.marks[0].end_ns, 100) << "it lasts as long as its tensors";
  EXPECT_EQ(executions.marks[1].execution, 1);
  EXPECT_EQ(executions.marks[1].event, 2) << "the bad one";

  EXPECT_EQ(all.tracks[2].name, "CPU:0");
  EXPECT_EQ(all.tracks[2].marks.size(), 2u);
  EXPECT_EQ(all.tracks[2].marks[0].label, "loss/Log");
  EXPECT_EQ(all.tracks[3].name, "GPU:0");
  EXPECT_EQ(all.tracks[3].marks.size(), 1u);
}

TEST_F(TimelineTest, ManyAreMergedAndNoneIsLost) {
  for (int64_t i = 0; i < 10'000; ++i) sketch_.Event(log_, 1 + i * 7, "CPU:0", i == 5000);
  for (const int64_t marks : {1, 2, 3, 10, 100, 5000, 1'000'000}) {
    const Timeline all = Ask(0, 0, marks);
    ASSERT_EQ(all.tracks.size(), 1u);
    int64_t count = 0;
    int64_t bad = 0;
    for (const Mark& mark : all.tracks[0].marks) {
      count += mark.count;
      if (!mark.worst) continue;
      ++bad;
      EXPECT_EQ(mark.event, 5000);
    }
    EXPECT_EQ(count, 10'000);
    EXPECT_EQ(bad, 1);
    EXPECT_LE(all.tracks[0].marks.size(), static_cast<size_t>(std::max<int64_t>(marks, 2)));
  }
  EXPECT_EQ(Ask(700, 1400, 5000).tracks[0].marks.size(), 101u);
}

TEST_F(TimelineTest, MarksStayWhereTheyAreWhenTheStretchIsMoved) {
  for (int64_t i = 0; i < 1000; ++i) sketch_.Event(log_, 1 + i, "CPU:0");
  const Timeline here = Ask(100, 300, 20);
  const Timeline there = Ask(103, 303, 20);
  EXPECT_EQ(here.tracks[0].marks[1].begin_ns, there.tracks[0].marks[1].begin_ns);
  EXPECT_EQ(here.tracks[0].marks[1].count, there.tracks[0].marks[1].count);
}

TEST_F(TimelineTest, ALongExecutionIsSeenAmongShortOnes) {
  for (int64_t i = 0; i < 50; ++i) sketch_.Execution(1 + i, "Add", 0);
  const auto longest = sketch_.Execution(60, "train", 0);
  sketch_.Event(log_, 900, "CPU:0", false, longest);
  for (int64_t i = 0; i < 50; ++i) sketch_.Execution(950 + i, "Add", 0);
  const Timeline all = Ask(0, 0, 10);
  const auto& marks = all.tracks[1].marks;
  ASSERT_EQ(marks.size(), 3u);
  EXPECT_EQ(marks[0].count, 50);
  EXPECT_EQ(marks[0].label, "");
  EXPECT_EQ(marks[1].label, "train");
  EXPECT_EQ(marks[1].end_ns - marks[1].begin_ns, 840);
  EXPECT_EQ(marks[2].count, 50);
}

TEST_F(TimelineTest, WhatReachesIntoTheStretchIsThere) {
  const auto longest = sketch_.Execution(1, "train", 3);
  sketch_.Event(log_, 1000, "CPU:0", false, longest);
  const Timeline part = Ask(-500, -400, 100);
  EXPECT_EQ(part.tracks[0].marks.size(), 1u);
  EXPECT_EQ(part.tracks[1].marks.size(), 1u);
  EXPECT_EQ(part.tracks[2].marks.size(), 0u);
}

TEST_F(TimelineTest, WhatOverlapsHasALaneOfItsOwn) {
  const auto outer = sketch_.Execution(100, "train", 0);
  const auto inner = sketch_.Execution(200, "inner", 0);
  const auto after = sketch_.Execution(600, "after", 0);
  sketch_.run.executions[outer].end_ns = 500;
  sketch_.run.executions[inner].end_ns = 300;
  sketch_.run.executions[after].end_ns = 700;
  const Timeline all = Ask(0, 0, 1000);
  ASSERT_EQ(all.tracks.size(), 3u);
  ASSERT_EQ(all.tracks[1].marks.size(), 2u);
  EXPECT_EQ(all.tracks[1].lane, 0);
  EXPECT_EQ(all.tracks[1].marks[0].label, "train");
  EXPECT_EQ(all.tracks[1].marks[0].end_ns - all.tracks[1].marks[0].begin_ns, 400);
  EXPECT_EQ(all.tracks[1].marks[1].label, "after");
  ASSERT_EQ(all.tracks[2].marks.size(), 1u);
  EXPECT_EQ(all.tracks[2].lane, 1);
  EXPECT_EQ(all.tracks[2].marks[0].label, "inner");
}

TEST_F(TimelineTest, ThreadsHaveTracks) {
  const auto called = sketch_.Execution(100, "train", 0);
  sketch_.run.executions[called].thread = sketch_.run.InternThread(1);
  sketch_.run.threads[sketch_.run.InternThread(7)].name = sketch_.run.strings.Intern("worker");
  sketch_.run.file_threads = {sketch_.run.InternThread(7), sketch_.run.InternThread(1)};
  for (int64_t i = 0; i < 4; ++i) {
    const auto event = sketch_.Event(log_, 200 + i, "CPU:0", i == 3, called);
    sketch_.run.events.payload[event].file = i % 2;
  }
  const Timeline all = Ask(0, 0, 1000);
  ASSERT_EQ(all.tracks.size(), 4u);
  EXPECT_EQ(all.tracks[1].kind, TrackKind::kExecutions);
  EXPECT_EQ(all.tracks[1].thread, 1);
  EXPECT_EQ(all.tracks[2].thread, 1) << "in the order of their numbers";
  EXPECT_EQ(all.tracks[2].thread_name, "");
  ASSERT_EQ(all.tracks[2].marks.size(), 2u);
  EXPECT_EQ(all.tracks[2].marks[1].worst, Verdict::kOrigin);
  EXPECT_EQ(all.tracks[3].thread, 7);
  EXPECT_EQ(all.tracks[3].thread_name, "worker");
  EXPECT_EQ(all.tracks[3].marks.size(), 2u);
}

TEST_F(TimelineTest, ManyTracksShareTheMarks) {
  for (uint32_t thread = 0; thread < 400; ++thread) {
    sketch_.run.file_threads.push_back(sketch_.run.InternThread(thread));
    for (int64_t i = 0; i < 500; ++i) {
      const auto event = sketch_.Event(log_, 1 + i * 400 + thread, "CPU:0");
      sketch_.run.events.payload[event].file = thread;
    }
  }
  const Timeline all = Ask(0, 0, 5000);
  ASSERT_EQ(all.tracks.size(), 400u);
  size_t marks = 0;
  for (const Track& track : all.tracks) marks += track.marks.size();
  EXPECT_LE(marks, 40'000u);
}

TEST_F(TimelineTest, ThreadsAndDevicesThatDidNothingCostNothing) {
  for (uint32_t i = 0; i < 50'000; ++i) {
    sketch_.run.InternThread(i);
    sketch_.run.InternDevice("GPU:" + std::to_string(i));
  }
  sketch_.Event(log_, 10, "CPU:0");
  EXPECT_EQ(Ask(0, 0, 1000).tracks.size(), 1u);
}

TEST_F(TimelineTest, WithoutTimeNothingIsShown) {
  sketch_.Execution(kNoTime, "train", 0);
  const Timeline all = Ask(0, 0, 10);
  EXPECT_TRUE(all.tracks.empty());
  EXPECT_EQ(all.first_ns, 0);
}

TEST_F(TimelineTest, DamagedTimesStayWithinTheProtocol) {
  sketch_.Event(log_, std::numeric_limits<int64_t>::max(), "CPU:0");
  sketch_.Event(log_, std::numeric_limits<int64_t>::min() + 1, "CPU:0");
  const Timeline all = Ask(0, 0, 10);
  EXPECT_LE(all.last_ns - all.first_ns, int64_t{1} << 53);
}

TEST_F(TimelineTest, Mistakes) {
  session::RunView view(sketch_.run);
  RunMemory memory;
  EXPECT_EQ(AnswerTimeline(view, memory, {0, 5, 5, 10}).status().message(),
            "to_ns must come after from_ns; 0 and 0 ask for everything");
  EXPECT_EQ(AnswerTimeline(view, memory, {0, 0, 0, 0}).status().message(),
            "marks: at least one is needed");
}

}  // namespace
}  // namespace tdbg::rpc
