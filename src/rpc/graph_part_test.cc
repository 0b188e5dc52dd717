#include <algorithm>

#include <gtest/gtest.h>

#include "rpc/handlers.h"
#include "rpc/run_sketch.h"

namespace tdbg::rpc {
namespace {

const Node* Find(const GraphPart& part, std::string_view name) {
  const auto it = std::find_if(part.nodes.begin(), part.nodes.end(),
                               [&](const Node& node) { return node.name == name; });
  return it == part.nodes.end() ? nullptr : &*it;
}

// "from>to", by label; with "*n" where an edge stands for several.
std::vector<std::string> Edges(const GraphPart& part) {
  const auto label = [&](const std::string& id) {
    return std::find_if(part.nodes.begin(), part.nodes.end(),
                        [&](const Node& node) { return node.id == id; })
        ->label;
  };
  std::vector<std::string> edges;
  for (const Edge& edge : part.edges) {
    edges.push_back(label(edge.from) + ">" + label(edge.to) +
                    (edge.count > 1 ? "*" + std::to_string(edge.count) : ""));
  }
  std::sort(edges.begin(), edges.end());
  return edges;
}

using Texts = std::vector<std::string>;

class NeighbourhoodTest : public testing::Test {
 protected:
  GraphPart Ask(std::vector<int64_t> ops, int64_t most = 100) {
    session::RunView view(sketch_.run);
    auto answer = AnswerNeighbourhood(view, {0, std::move(ops), std::nullopt, most});
    EXPECT_TRUE(answer.ok()) << answer.status().message();
    return *std::move(answer);
  }

  RunSketch sketch_;
  store::GraphId graph_ = sketch_.Graph("train");
  store::OpId x_ = sketch_.Op(graph_, "x", "Placeholder");
  store::OpId square_ = sketch_.Op(graph_, "Square", "Mul", {"x", "x"});
  store::OpId sum_ = sketch_.Op(graph_, "Sum", "Sum", {"Square"});
  store::OpId log_ = sketch_.Op(graph_, "Log", "Log", {"Sum"});
};

TEST_F(NeighbourhoodTest, OneEdgeInBothDirections) {
  sketch_.Event(square_, 10, "CPU:0");
  const store::EventId bad = sketch_.Event(square_, 20, "CPU:0", true);
  sketch_.Event(square_, 30, "CPU:0", true);
  const GraphPart part = Ask({square_.index()});
  EXPECT_EQ(part.nodes.size(), 3u);
  EXPECT_EQ(Edges(part), (Texts{"Square>Sum", "x>Square*2"}));
  const Node* const square = Find(part, "train::Square");
  ASSERT_NE(square, nullptr);
  EXPECT_EQ(square->inputs, 2);
  EXPECT_EQ(square->readers, 1);
  EXPECT_EQ(square->worst, Verdict::kOrigin);
  EXPECT_EQ(square->event, bad.index());
  EXPECT_EQ(Find(part, "train::x")->kind, NodeKind::kArgument);
  EXPECT_EQ(Find(part, "train::Sum")->readers, 1) << "that Log reads it is told though not shown";
  EXPECT_EQ(part.left_out, 0);
}

TEST_F(NeighbourhoodTest, SeveralGrowTogether) {
  const GraphPart part = Ask({square_.index(), sum_.index()});
  EXPECT_EQ(Edges(part), (Texts{"Square>Sum", "Sum>Log", "x>Square*2"}));
}

TEST_F(NeighbourhoodTest, BeyondTheLimitTheyAreCounted) {
  const GraphPart part = Ask({square_.index()}, 2);
  EXPECT_EQ(part.nodes.size(), 2u);
  EXPECT_EQ(part.left_out, 1);
  EXPECT_EQ(part.edges.size(), 1u);
}

TEST_F(NeighbourhoodTest, ThroughAFunctionThatIsNotOnRecord) {
  const store::GraphId inner = sketch_.Graph("dense", graph_);
  const store::OpId relu = sketch_.Op(inner, "Relu", "Relu");
  sketch_.Op(inner, "Identity", "Identity", {"Relu"});
  const store::OpId mean = sketch_.Op(graph_, "Mean", "Mean", {"StatefulPartitionedCall"});
  GraphPart part = Ask({mean.index()});
  EXPECT_EQ(Edges(part),
            (Texts{"Identity>StatefulPartitionedCall", "StatefulPartitionedCall>Mean"}));
  EXPECT_EQ(Find(part, "train::StatefulPartitionedCall")->kind, NodeKind::kFunction);
  part = Ask({mean.index(), Find(part, "dense::Identity")->op.value()});
  EXPECT_EQ(Find(part, "dense::Relu")->op, relu.index());
}

TEST_F(NeighbourhoodTest, Mistakes) {
  session::RunView view(sketch_.run);
  EXPECT_EQ(AnswerNeighbourhood(view, {0, {99}, false, 10}).status().message(),
            "there is no op 99; this run has 4");
  EXPECT_FALSE(AnswerNeighbourhood(view, {0, {0}, false, 0}).ok());
}

class GraphViewTest : public testing::Test {
 protected:
  GraphPart Ask(std::vector<std::string> open, int64_t most = 100) {
    session::RunView view(sketch_.run);
    auto answer = AnswerGraphView(view, {0, graph_.index(), std::move(open), most});
    EXPECT_TRUE(answer.ok()) << answer.status().message();
    return *std::move(answer);
  }

  RunSketch sketch_;
  store::GraphId graph_ = sketch_.Graph("train");
  store::OpId x_ = sketch_.Op(graph_, "x", "Placeholder");
  store::OpId read_ = sketch_.Op(graph_, "model/dense/MatMul/Read", "ReadVariableOp");
  store::OpId mul_ =
      sketch_.Op(graph_, "model/dense/MatMul", "MatMul", {"x", "model/dense/MatMul/Read"});
  store::OpId relu_ = sketch_.Op(graph_, "model/Relu", "Relu", {"model/dense/MatMul"});
  store::OpId log_ = sketch_.Op(graph_, "loss/Log", "Log", {"model/Relu"});
};

TEST_F(GraphViewTest, ScopesAreClosed) {
  sketch_.Event(mul_, 10, "GPU:0", true);
  const GraphPart part = Ask({});
  EXPECT_EQ(Edges(part), (Texts{"model>Log", "x>model"}));
  const Node* const model = Find(part, "train::model");
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(model->kind, NodeKind::kScope);
  EXPECT_EQ(model->ops, 3);
  EXPECT_EQ(model->worst, Verdict::kOrigin);
  EXPECT_EQ(model->device, "GPU:0");
  EXPECT_NE(Find(part, "train::loss/Log"), nullptr) << "a scope of one op is that op";
}

TEST_F(GraphViewTest, OpenScopesHoldWhatIsInThem) {
  GraphPart part = Ask({"model"});
  EXPECT_EQ(Edges(part), (Texts{"Relu>Log", "dense>Relu", "x>dense"}));
  EXPECT_EQ(Find(part, "train::model/dense")->parent, "scope:model");
  EXPECT_TRUE(Find(part, "train::model")->open);
  part = Ask({"model", "model/dense"});
  EXPECT_EQ(Edges(part), (Texts{"MatMul>Relu", "Read>MatMul", "Relu>Log", "x>MatMul"}));
  EXPECT_EQ(Find(part, "train::model/dense/MatMul")->parent, "scope:model/dense");
  part = Ask({"model/dense"});
  EXPECT_EQ(Edges(part), (Texts{"model>Log", "x>model"})) << "its outer scope is closed";
}

TEST_F(GraphViewTest, BeyondTheLimitTheyAreCounted) {
  const GraphPart part = Ask({"model", "model/dense"}, 3);
  EXPECT_EQ(part.nodes.size(), 3u);
  EXPECT_GT(part.left_out, 0);
  for (const Edge& edge : part.edges) EXPECT_NE(edge.from, edge.to);
}

TEST_F(GraphViewTest, CallsThatAreNotOnRecordAreShown) {
  sketch_.Op(graph_, "Mean", "Mean", {"StatefulPartitionedCall"});
  const GraphPart part = Ask({});
  EXPECT_EQ(Edges(part), (Texts{"StatefulPartitionedCall>Mean", "model>Log", "x>model"}));
}

}  // namespace
}  // namespace tdbg::rpc
