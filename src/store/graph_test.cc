#include "store/graph.h"

#include <gtest/gtest.h>

namespace tdbg::store {
namespace {

TEST(GraphTable, BareEntriesAreCompletedLater) {
  GraphTable table;
  const StringId key(0), name(1), type(2);
  const GraphId graph = table.FindOrAddGraph(key);
  const OpId op = table.FindOrAddOp(graph, name);
  EXPECT_FALSE(table.graph(graph).recorded);
  EXPECT_FALSE(table.op(op).type.valid());

  EXPECT_EQ(table.FindOrAddGraph(key), graph);
  EXPECT_EQ(table.FindOrAddOp(graph, name), op);
  table.op(op).type = type;
  EXPECT_EQ(table.op(table.FindOp(graph, name)).type, type);
  EXPECT_EQ(table.graph(graph).ops, std::vector<OpId>{op});
  EXPECT_EQ(table.num_ops(), 1u);
}

TEST(GraphTable, OpsOfTwoGraphsMayShareAName) {
  GraphTable table;
  const GraphId a = table.FindOrAddGraph(StringId(0));
  const GraphId b = table.FindOrAddGraph(StringId(1));
  EXPECT_NE(table.FindOrAddOp(a, StringId(2)), table.FindOrAddOp(b, StringId(2)));
}

TEST(GraphTable, FindsOnlyWhatIsThere) {
  GraphTable table;
  EXPECT_FALSE(table.FindGraph(StringId(0)).valid());
  const GraphId graph = table.FindOrAddGraph(StringId(0));
  EXPECT_EQ(table.FindGraph(StringId(0)), graph);
  EXPECT_FALSE(table.FindOp(graph, StringId(5)).valid());
  EXPECT_EQ(table.num_graphs(), 1u);
}

TEST(GraphTable, ABareGraphGetsItsKey) {
  GraphTable table;
  const GraphId graph = table.FindOrAddGraph(StringId(0));
  table.Rename(graph, StringId(1));
  EXPECT_EQ(table.FindGraph(StringId(1)), graph);
  EXPECT_FALSE(table.FindGraph(StringId(0)).valid());
  EXPECT_EQ(table.graph(graph).key, StringId(1));
}

TEST(GraphTable, OpsKnowTheirPlace) {
  GraphTable table;
  const GraphId graph = table.FindOrAddGraph(StringId(0));
  std::vector<OpId> ops;
  for (const size_t name : {1, 2, 3, 4}) ops.push_back(table.FindOrAddOp(graph, StringId(name)));
  const auto expect_places = [&](const std::vector<OpId>& expected) {
    EXPECT_EQ(table.graph(graph).ops, expected);
    for (size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(table.op(expected[i]).place, i);
  };
  expect_places(ops);
  table.PutFirst(graph, {ops[2], ops[1], ops[2]});
  expect_places({ops[2], ops[1], ops[0], ops[3]});
  table.Withdraw(ops[1]);
  expect_places({ops[2], ops[0], ops[3]});
  EXPECT_FALSE(table.FindOp(graph, StringId(2)).valid());
  EXPECT_EQ(table.num_ops(), 4u);
}

class Nesting : public testing::Test {
 protected:
  GraphId Add(size_t key) { return table_.FindOrAddGraph(StringId(key)); }
  GraphTable table_;
};

TEST_F(Nesting, InnerGraphsKnowTheirAncestors) {
  const GraphId outer = Add(0), middle = Add(1), inner = Add(2);
  EXPECT_TRUE(table_.SetOuter(inner, middle));
  EXPECT_TRUE(table_.SetOuter(middle, outer));
  EXPECT_TRUE(table_.IsWithin(inner, outer));
  EXPECT_TRUE(table_.IsWithin(inner, inner));
  EXPECT_FALSE(table_.IsWithin(outer, inner));
  EXPECT_EQ(table_.graph(middle).inner, std::vector<GraphId>{inner});
}

TEST_F(Nesting, TheFirstOuterGraphStays) {
  const GraphId a = Add(0), b = Add(1), inner = Add(2);
  EXPECT_TRUE(table_.SetOuter(inner, a));
  EXPECT_TRUE(table_.SetOuter(inner, a));  // recorded twice
  EXPECT_FALSE(table_.SetOuter(inner, b));
  EXPECT_EQ(table_.graph(inner).outer, a);
  EXPECT_EQ(table_.graph(a).inner.size(), 1u);
  EXPECT_TRUE(table_.graph(b).inner.empty());
}

TEST_F(Nesting, RingsAreRefused) {
  const GraphId a = Add(0), b = Add(1), c = Add(2);
  EXPECT_FALSE(table_.SetOuter(a, a));
  EXPECT_TRUE(table_.SetOuter(b, a));
  EXPECT_TRUE(table_.SetOuter(c, b));
  EXPECT_FALSE(table_.SetOuter(a, c));
  EXPECT_FALSE(table_.graph(a).outer.valid());
}

// Walks up and down the tree must end soon, whatever a file says and in whatever order.
TEST_F(Nesting, DepthIsBounded) {
  constexpr size_t kGraphs = 10'000;
  for (size_t i = 0; i + 1 < kGraphs; ++i) {
    static_cast<void>(table_.SetOuter(Add(i + 1), Add(i)));                      // downwards
    static_cast<void>(table_.SetOuter(Add(kGraphs + i), Add(kGraphs + i + 1)));  // upwards
  }
  for (const GraphId id : table_.graph_ids()) {
    int depth = 0;
    for (GraphId up = id; up.valid(); up = table_.graph(up).outer) ++depth;
    ASSERT_LE(depth, GraphTable::kDeepestNesting);
  }
  EXPECT_TRUE(table_.IsWithin(Add(GraphTable::kDeepestNesting - 1), Add(0)));
}

}  // namespace
}  // namespace tdbg::store
