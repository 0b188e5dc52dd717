#include "store/stack.h"

#include <gtest/gtest.h>

namespace tdbg::store {
namespace {

TEST(StackTable, KeepsEachStackOnce) {
  StackTable table;
  const FrameId a = table.AddFrame(), b = table.AddFrame();
  const std::vector<FrameId> outer_first = {a, b}, other_way = {b, a}, prefix = {a};
  const StackId id = table.Intern(outer_first);
  EXPECT_EQ(table.Intern(std::vector<FrameId>{a, b}), id);
  EXPECT_NE(table.Intern(other_way), id);
  EXPECT_NE(table.Intern(prefix), id);
  EXPECT_EQ(std::vector<FrameId>(table.frames(id).begin(), table.frames(id).end()), outer_first);
}

TEST(StackTable, NoStackHasNoFrames) {
  StackTable table;
  EXPECT_TRUE(table.frames(StackId()).empty());
  EXPECT_TRUE(table.frames(table.Intern({})).empty());
}

TEST(StackTable, FramesAreCompletedLater) {
  StackTable table;
  const FrameId frame = table.AddFrame();
  const StackId stack = table.Intern(std::vector<FrameId>{frame});
  EXPECT_FALSE(table.frame(frame).recorded);
  table.frame(frame).line = 12;
  table.frame(frame).recorded = true;
  EXPECT_EQ(table.frame(table.frames(stack)[0]).line, 12);
}

}  // namespace
}  // namespace tdbg::store
