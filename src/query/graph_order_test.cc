#include "query/graph_order.h"

#include <gtest/gtest.h>

#include "query/run_sketch.h"

namespace tdbg::query {
namespace {

using store::EventId;
using store::OpId;

TEST(GraphOrder, WhatWasMadeOfSomethingStandsBehindIt) {
  RunSketch sketch;
  const auto graph = sketch.Graph("f");
  const OpId last = sketch.Op(graph, "a", "Exp", {"b"});
  const OpId middle = sketch.Op(graph, "b", "Log", {"c"});
  const OpId first = sketch.Op(graph, "c", "Neg");
  const EventId of_last = sketch.Event(last, 1), of_middle = sketch.Event(middle, 2),
                of_first = sketch.Event(first, 3);
  GraphLinks links(sketch.run);
  GraphOrder order(sketch.run, links);
  EXPECT_LT(order.PlaceOf(of_first), order.PlaceOf(of_middle));
  EXPECT_LT(order.PlaceOf(of_middle), order.PlaceOf(of_last));
}

TEST(GraphOrder, WhatHasNothingToDoWithOneAnotherIsInOrderOfItsNames) {
  RunSketch sketch;
  const auto graph = sketch.Graph("f");
  const OpId y = sketch.Op(graph, "y", "Log"), x = sketch.Op(graph, "x", "Log");
  const EventId of_y = sketch.Event(y, 1), of_x = sketch.Event(x, 2);
  GraphLinks links(sketch.run);
  GraphOrder order(sketch.run, links);
  EXPECT_LT(order.PlaceOf(of_x), order.PlaceOf(of_y));
}

TEST(GraphOrder, OfALoopIterationsComeOneAfterTheOther) {
  RunSketch sketch;
  const auto graph = sketch.Graph("f");
  sketch.Op(graph, "x", "Neg");
  sketch.Op(graph, "merge", "Merge", {"x", "next"});
  const OpId early = sketch.Op(graph, "early", "Log", {"merge"});
  const OpId late = sketch.Op(graph, "late", "Exp", {"early"});
  sketch.Op(graph, "next", "NextIteration", {"late"});
  sketch.Op(graph, "exit", "Exit", {"merge"});
  const OpId after = sketch.Op(graph, "after", "Neg", {"exit"});
  const EventId of_late = sketch.Event(late, 1), of_early = sketch.Event(early, 2),
                of_after = sketch.Event(after, 3);
  sketch.run.events.iteration[of_late] = 1;
  sketch.run.events.iteration[of_early] = 2;
  GraphLinks links(sketch.run);
  GraphOrder order(sketch.run, links);
  EXPECT_LT(order.PlaceOf(of_late), order.PlaceOf(of_early));
  EXPECT_LT(order.PlaceOf(of_early), order.PlaceOf(of_after));
}

}  // namespace
}  // namespace tdbg::query
