#include "query/op_tree.h"

#include <string>

#include <gtest/gtest.h>

#include "query/run_sketch.h"

namespace tdbg::query {
namespace {

using store::GraphId;
using store::InputRef;
using store::OpId;

class OpTreeTest : public testing::Test {
 protected:
  // "1 a, 2 b+, 1 c!": depth and name of each row; + where more lies below, ! where it comes again.
  std::string Tree(OpId root, Direction direction, int64_t depth, bool control = false) {
    GraphLinks links(sketch_.run);
    Neighbours neighbours(sketch_.run, links);
    std::string text;
    for (const TreeRow& row : OpTree(neighbours, root, direction, depth, control)) {
      text += (text.empty() ? "" : ", ") + std::to_string(row.depth) + " " +
              std::string(sketch_.run.strings[row.edge.name]);
      if (row.edge.slot > 0) text += ":" + std::to_string(row.edge.slot);
      if (row.edge.is_control()) text += "^";
      if (row.more) text += "+";
      if (row.again) text += "!";
    }
    return text;
  }

  std::string Path(OpId from, OpId to) {
    GraphLinks links(sketch_.run);
    Neighbours neighbours(sketch_.run, links);
    std::string text;
    for (const Edge& edge : ShortestPath(sketch_.run, neighbours, from, to)) {
      text += (text.empty() ? "" : " ") + std::string(sketch_.run.strings[edge.name]);
    }
    return text;
  }

  RunSketch sketch_;
  GraphId graph_ = sketch_.Graph("f");
};

TEST_F(OpTreeTest, SharedOpIsOpenedOnce) {
  sketch_.Op(graph_, "x", "Placeholder");
  sketch_.Op(graph_, "a", "Sin", {"x"});
  sketch_.Op(graph_, "b", "Cos", {"x"});
  const OpId sum = sketch_.Op(graph_, "sum", "Add", {"a", "b"});
  EXPECT_EQ(Tree(sum, Direction::kInputs, 20), "1 a, 2 x, 1 b, 2 x!");
}

TEST_F(OpTreeTest, OpIsOpenedWhereItIsNearest) {
  const OpId x = sketch_.Op(graph_, "x", "Placeholder");
  sketch_.Op(graph_, "a", "Sin", {"x"});
  sketch_.Op(graph_, "b", "Cos", {"a"});
  const OpId sum = sketch_.Op(graph_, "sum", "Add", {"b", "a"});
  EXPECT_EQ(Tree(sum, Direction::kInputs, 20), "1 b, 2 a!, 1 a, 2 x");
  // All that lies within two edges is there, though a is two edges away by its first way.
  EXPECT_EQ(Tree(sum, Direction::kInputs, 2), "1 b, 2 a!, 1 a, 2 x");
  EXPECT_EQ(Tree(sum, Direction::kInputs, 1), "1 b+, 1 a+");
  EXPECT_EQ(Tree(x, Direction::kReaders, 1), "1 a+");
}

TEST_F(OpTreeTest, ControlEdgesComeLastByName) {
  sketch_.Op(graph_, "x", "Placeholder");
  sketch_.Op(graph_, "z", "NoOp");
  sketch_.Op(graph_, "init", "NoOp");
  const OpId y = sketch_.Op(graph_, "y", "Neg");
  for (const char* name : {"z", "init"}) {
    sketch_.run.graphs.op(y).inputs.push_back({sketch_.run.strings.Intern(name), -1});
  }
  sketch_.run.graphs.op(y).inputs.push_back({sketch_.run.strings.Intern("x"), 1});
  EXPECT_EQ(Tree(y, Direction::kInputs, 1, true), "1 x:1, 1 init^, 1 z^");
  EXPECT_EQ(Tree(y, Direction::kInputs, 1, false), "1 x:1");
}

TEST_F(OpTreeTest, LoopEnds) {
  sketch_.Op(graph_, "merge", "Merge", {"next"});
  const OpId body = sketch_.Op(graph_, "body", "Mul", {"merge"});
  sketch_.Op(graph_, "next", "NextIteration", {"body"});
  EXPECT_EQ(Tree(body, Direction::kInputs, 100), "1 merge, 2 next, 3 body!");
  EXPECT_EQ(Tree(body, Direction::kReaders, 100), "1 next, 2 merge, 3 body!");
}

TEST_F(OpTreeTest, DeepChainNeedsNoStack) {
  OpId op = sketch_.Op(graph_, "n0", "Placeholder");
  const OpId first = op;
  constexpr int kOps = 50000;
  for (int i = 1; i < kOps; ++i) {
    const std::string input = "n" + std::to_string(i - 1);
    op = sketch_.Op(graph_, "n" + std::to_string(i), "Neg", {input});
  }
  GraphLinks links(sketch_.run);
  Neighbours neighbours(sketch_.run, links);
  EXPECT_EQ(OpTree(neighbours, op, Direction::kInputs, kOps, true).size(), size_t{kOps - 1});
  EXPECT_EQ(ShortestPath(sketch_.run, neighbours, first, op).size(), size_t{kOps});
}

TEST_F(OpTreeTest, EdgesPassOtherDevices) {
  const GraphId other = sketch_.Graph("on_cpu_1");
  const OpId a = sketch_.Op(graph_, "a", "Sqrt");
  sketch_.Op(graph_, "a/send", "_Send", {"a"});
  sketch_.Op(graph_, "a/out", "_Retval", {"a"});
  const OpId receive = sketch_.Op(other, "a/recv", "_Recv");
  sketch_.run.graphs.op(receive).sender = a;
  const OpId b = sketch_.Op(other, "b", "Log", {"a/recv"});
  EXPECT_EQ(Tree(a, Direction::kReaders, 5), "1 b");
  EXPECT_EQ(Tree(b, Direction::kInputs, 5), "1 a");
  EXPECT_EQ(Path(a, b), "a b");
}

TEST_F(OpTreeTest, LoopBodyReadsWhatTheLoopWasGiven) {
  sketch_.Op(graph_, "x", "Placeholder");
  sketch_.Op(graph_, "w", "While", {"x"});
  const OpId after = sketch_.Op(graph_, "after", "Neg", {"w"});
  const GraphId body = sketch_.Graph("w_body_7", graph_);
  const OpId argument = sketch_.Op(body, "argument", "Placeholder");
  sketch_.Op(body, "double", "Mul", {"argument"});
  const OpId result = sketch_.Op(body, "result", "Identity", {"double"});
  EXPECT_EQ(Tree(argument, Direction::kInputs, 1), "1 x, 1 result+");
  EXPECT_EQ(Tree(result, Direction::kReaders, 1), "1 after");
  EXPECT_EQ(Path(argument, after), "");
}

TEST_F(OpTreeTest, PathIsAShortestOne) {
  const OpId x = sketch_.Op(graph_, "x", "Placeholder");
  sketch_.Op(graph_, "a", "Sin", {"x"});
  sketch_.Op(graph_, "b", "Cos", {"a"});
  const OpId sum = sketch_.Op(graph_, "sum", "Add", {"b", "a"});
  EXPECT_EQ(Path(x, sum), "x a sum");
  EXPECT_EQ(Path(sum, x), "");
  EXPECT_EQ(Path(x, x), "x");
}

}  // namespace
}  // namespace tdbg::query
