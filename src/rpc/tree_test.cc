#include <gtest/gtest.h>

#include "rpc/handlers.h"
#include "rpc/run_sketch.h"

namespace tdbg::rpc {
namespace {

class TreeTest : public testing::Test {
 protected:
  // "path ops", and the verdict's number where there is one.
  std::vector<std::string> Ask(std::string path, std::optional<std::string> pattern = {},
                               bool by_type = false) {
    session::RunView view(sketch_.run);
    const auto tree = AnswerTree(view, {0, std::move(path), std::move(pattern), by_type});
    EXPECT_TRUE(tree.ok()) << tree.status().message();
    std::vector<std::string> rows;
    for (const TreeRow& row : tree->rows) {
      rows.push_back(row.path + " " + std::to_string(row.ops) + (row.worst ? " bad" : ""));
    }
    return rows;
  }

  RunSketch sketch_;
  store::GraphId train_ = sketch_.Graph("train");
  store::GraphId test_ = sketch_.Graph("test");
  store::OpId read_ = sketch_.Op(train_, "dense/MatMul/Read", "ReadVariableOp");
  store::OpId mul_ = sketch_.Op(train_, "dense/MatMul", "MatMul");
  store::OpId log_ = sketch_.Op(train_, "Log", "Log");
  store::OpId acc_ = sketch_.Op(test_, "Equal", "Equal");
};

using Texts = std::vector<std::string>;

TEST_F(TreeTest, LevelByLevel) {
  sketch_.Event(log_, 10, "CPU:0", true);
  sketch_.Event(mul_, 20, "GPU:0");
  EXPECT_EQ(Ask(""), (Texts{"CPU:0 1 bad", "GPU:0 2", "no device 1"}));
  EXPECT_EQ(Ask("CPU:0"), (Texts{"CPU:0>train:: 1 bad"}));
  EXPECT_EQ(Ask("CPU:0>train::"), (Texts{"CPU:0>train::Log 1 bad"}));
  // Read has no device of its own and goes with the first of its graph that has one.
  EXPECT_EQ(Ask("GPU:0>train::"), (Texts{"GPU:0>train::dense/ 2"}));
  EXPECT_EQ(Ask("no device>test::"), (Texts{"no device>test::Equal 1"}));
}

TEST_F(TreeTest, AnOpThatIsAScopeIsBoth) {
  sketch_.Event(log_, 10, "CPU:0");
  EXPECT_EQ(Ask("CPU:0>train::dense/"),
            (Texts{"CPU:0>train::dense/MatMul 1", "CPU:0>train::dense/MatMul/ 1"}));
  EXPECT_EQ(Ask("CPU:0>train::dense/MatMul/"), (Texts{"CPU:0>train::dense/MatMul/Read 1"}));
}

TEST_F(TreeTest, OpsWithoutADeviceGoWithTheOnlyOne) {
  sketch_.Event(log_, 10, "CPU:0");
  EXPECT_EQ(Ask(""), (Texts{"CPU:0 4"}));
}

TEST_F(TreeTest, GraphsOfOneNameAreToldApart) {
  const store::GraphId again =
      sketch_.run.graphs.FindOrAddGraph(sketch_.run.strings.Intern("0123456789"));
  sketch_.run.graphs.graph(again).name = sketch_.run.strings.Intern("test");
  sketch_.Event(sketch_.Op(again, "Equal", "Equal"), 10, "CPU:0");
  session::RunView view(sketch_.run);
  const auto tree = AnswerTree(view, {0, "CPU:0", "Equal", false});
  ASSERT_EQ(tree->rows.size(), 2u);
  EXPECT_EQ(tree->rows[0].path, "CPU:0>0123456789::");
  EXPECT_EQ(tree->rows[0].label, "test (01234567)");
}

TEST_F(TreeTest, GraphsWithoutANameAreOne) {
  for (const store::GraphId graph : {train_, test_}) {
    sketch_.run.graphs.graph(graph).name = StringId();
  }
  sketch_.Event(log_, 10, "CPU:0");
  EXPECT_EQ(Ask("CPU:0"), (Texts{"CPU:0>:: 4"}));
  EXPECT_EQ(Ask("CPU:0>::"), (Texts{"CPU:0>::Equal 1", "CPU:0>::Log 1", "CPU:0>::dense/ 2"}));
}

TEST_F(TreeTest, OnlyWhatMatches) {
  sketch_.Event(log_, 10, "CPU:0");
  EXPECT_EQ(Ask("CPU:0>train::", "Read$"), (Texts{"CPU:0>train::dense/ 1"}));
  EXPECT_EQ(Ask("CPU:0", "^Equal$", true), (Texts{"CPU:0>test:: 1"}));
  session::RunView view(sketch_.run);
  EXPECT_FALSE(AnswerTree(view, {0, "", "(", false}).ok());
}

TEST_F(TreeTest, ALevelThatIsTooLongSaysSo) {
  for (int i = 0; i < 2500; ++i) sketch_.Op(train_, "op" + std::to_string(i), "Add");
  sketch_.Event(log_, 10, "CPU:0");
  session::RunView view(sketch_.run);
  const auto tree = AnswerTree(view, {0, "CPU:0>train::", "^op", false});
  ASSERT_EQ(tree->rows.size(), 2000u);
  EXPECT_EQ(tree->left_out, 500);
}

}  // namespace
}  // namespace tdbg::rpc
