#include "capture/steps.h"

#include <gtest/gtest.h>

namespace tdbg::capture {
namespace {

TEST(Steps, UpdatesCount) {
  Steps steps;
  EXPECT_FALSE(steps.now().known);
  EXPECT_EQ(steps.now().step, 0);
  EXPECT_TRUE(steps.VariableUpdated(5));
  EXPECT_TRUE(steps.VariableUpdated(9));
  const Steps::Now now = steps.now();
  EXPECT_TRUE(now.known);
  EXPECT_EQ(now.step, 2);
  EXPECT_EQ(now.count, 2);
  EXPECT_EQ(now.first_execution, 9u);
}

TEST(Steps, SessionRunsCountInstead) {
  Steps steps;
  EXPECT_FALSE(steps.SessionRuns(1));  // the first is step 0, as before it
  EXPECT_FALSE(steps.VariableUpdated(2));
  EXPECT_TRUE(steps.SessionRuns(2));
  EXPECT_EQ(steps.now().step, 1);
  EXPECT_EQ(steps.now().first_execution, 2u);
}

TEST(Steps, TheProgramHasTheLastWord) {
  Steps steps;
  steps.VariableUpdated(2);
  EXPECT_TRUE(steps.Say(100, 3));
  EXPECT_FALSE(steps.Say(100, 4));
  EXPECT_FALSE(steps.VariableUpdated(5));
  EXPECT_FALSE(steps.SessionRuns(6));
  EXPECT_EQ(steps.now().step, 100);
  EXPECT_EQ(steps.now().count, 2);
  EXPECT_TRUE(steps.Say(90, 7));
  EXPECT_EQ(steps.count(), 3);
}

}  // namespace
}  // namespace tdbg::capture
