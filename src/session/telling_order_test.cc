#include "session/telling_order.h"

#include <gtest/gtest.h>

#include "session/alert_groups.h"
#include "session/birth_facts.h"
#include "session/run_sketch.h"

namespace tdbg::session {
namespace {

TEST(TellingOrder, TheUsersOpComesBeforeTheGradientThatStumbledFirst) {
  RunSketch sketch;
  const auto graph = sketch.Graph("train");
  const auto log = sketch.Op(graph, "Log", "Log");
  const auto gradient = sketch.Op(graph, "gradient_tape/Log/Reciprocal", "Reciprocal");
  const auto first = sketch.Execution(10, "train");
  const auto second = sketch.Execution(20, "train");
  sketch.Event(gradient, 11, /*bad=*/true, 0, first);
  const auto birth = sketch.Event(log, 12, /*bad=*/true, 0, first);
  sketch.Event(gradient, 21, /*bad=*/true, 0, second);
  RunView view(sketch.run);
  const auto births = Births(view);
  ASSERT_EQ(births.size(), 3u);
  EXPECT_EQ(births[0].event, birth);
  EXPECT_EQ(births[2].event, store::EventId(2));
  EXPECT_EQ(GroupAlerts(view, /*each=*/false).front().first.event, birth);
}

}  // namespace
}  // namespace tdbg::session
