#include "query/event_index.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "query/run_sketch.h"

namespace tdbg::query {
namespace {

using store::EventId;
using store::ExecutionId;
using store::OpId;

std::vector<EventId> Order(const EventIndex& index) {
  return {index.chronological().begin(), index.chronological().end()};
}

TEST(EventIndex, TiesKeepTheOrderOfRecording) {
  RunSketch sketch;
  const OpId op = sketch.Op(sketch.Graph("g"), "x", "Log");
  const EventId a = sketch.Event(op, 20), b = sketch.Event(op, 10), c = sketch.Event(op, 20),
                d = sketch.Event(op, 10);
  const EventIndex index(sketch.run);
  EXPECT_EQ(Order(index), (std::vector{b, d, a, c}));
  EXPECT_EQ(index.rank(b), 0u);
  EXPECT_EQ(index.rank(c), 3u);
}

// Few seams are merged, many are sorted: both must give the same as sorting.
TEST(EventIndex, AnyNumberOfSeams) {
  std::mt19937 random(1);
  for (const int seams : {0, 1, 2, 15, 16, 17, 18, 100}) {
    RunSketch sketch;
    const OpId op = sketch.Op(sketch.Graph("g"), "x", "Log");
    for (int stretch = 0; stretch <= seams; ++stretch) {
      int64_t time = random() % 50;
      for (int i = 0; i < 20; ++i) sketch.Event(op, time += random() % 3);
    }
    std::vector<EventId> expected;
    for (const EventId id : sketch.run.events.ids()) expected.push_back(id);
    std::stable_sort(expected.begin(), expected.end(), [&](EventId a, EventId b) {
      return sketch.run.events.time_ns[a] < sketch.run.events.time_ns[b];
    });
    const EventIndex index(sketch.run);
    EXPECT_EQ(Order(index), expected) << seams;
    for (size_t i = 0; i < expected.size(); ++i) ASSERT_EQ(index.rank(expected[i]), i);
  }
}

TEST(EventIndex, AnIterationMayOvertakeAnother) {
  RunSketch sketch{store::Run{store::Format::kNative}};
  const auto graph = sketch.Graph("g");
  const OpId log = sketch.Op(graph, "log", "Log"), mean = sketch.Op(graph, "mean", "Mean");
  const EventId log0 = sketch.Event(log, 0), log1 = sketch.Event(log, 1);
  const EventId mean1 = sketch.Event(mean, 2), mean0 = sketch.Event(mean, 3);
  for (const EventId second : {log1, mean1}) sketch.run.events.iteration[second] = 1;
  const EventIndex index(sketch.run);
  EXPECT_EQ(index.MadeOf(log0, mean, 0), mean0);
  EXPECT_EQ(index.MadeOf(log1, mean, 0), mean1);
}

TEST(EventIndex, EventsOfAnOpInTime) {
  RunSketch sketch;
  const auto graph = sketch.Graph("g");
  const OpId x = sketch.Op(graph, "x", "Log"), y = sketch.Op(graph, "y", "Log"),
             z = sketch.Op(graph, "z", "Log");
  const EventId x2 = sketch.Event(x, 2), y1 = sketch.Event(y, 1), x0 = sketch.Event(x, 0);
  sketch.Output(sketch.Execution(5, "f"), 0);  // belongs to no op
  const EventIndex index(sketch.run);
  const auto of = [&](OpId op) {
    return std::vector<EventId>(index.OfOp(op).begin(), index.OfOp(op).end());
  };
  EXPECT_EQ(of(x), (std::vector{x0, x2}));
  EXPECT_EQ(of(y), std::vector{y1});
  EXPECT_TRUE(of(z).empty());
  EXPECT_TRUE(of(OpId()).empty());
  EXPECT_TRUE(of(OpId(99)).empty());
}

TEST(EventIndex, BeforeAndAfterStayInTheExecution) {
  RunSketch sketch;
  const OpId x = sketch.Op(sketch.Graph("g"), "x", "Split");
  const ExecutionId first = sketch.Execution(100, "f"), second = sketch.Execution(200, "f");
  const EventId a0 = sketch.Event(x, 10, false, 0, first);
  const EventId a1 = sketch.Event(x, 11, false, 1, first);
  const EventId b0 = sketch.Event(x, 20, false, 0, first);
  const EventId c0 = sketch.Event(x, 110, false, 0, second);
  const EventIndex index(sketch.run);

  EXPECT_EQ(index.Before(x, 0, index.rank(b0), first), a0);  // past another slot
  EXPECT_EQ(index.Before(x, 1, index.rank(b0), first), a1);
  EXPECT_FALSE(index.Before(x, 0, index.rank(a0), first).valid());  // itself does not count
  EXPECT_FALSE(index.Before(x, 0, index.rank(c0), second).valid());
  EXPECT_EQ(index.After(x, 0, index.rank(a0), first), b0);
  EXPECT_FALSE(index.After(x, 0, index.rank(b0), first).valid());
  EXPECT_FALSE(index.After(x, 1, index.rank(a1), first).valid());
  EXPECT_FALSE(index.After(x, 2, 0, first).valid());
}

TEST(EventIndex, NoEventsAreNoTrouble) {
  RunSketch sketch;
  const EventIndex index(sketch.run);
  EXPECT_TRUE(index.chronological().empty());
  EXPECT_TRUE(index.OfOp(OpId(0)).empty());
}

}  // namespace
}  // namespace tdbg::query
