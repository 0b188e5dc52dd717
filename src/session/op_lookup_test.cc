#include "session/op_lookup.h"

#include <gtest/gtest.h>

#include "query/run_sketch.h"

namespace tdbg::session {
namespace {

using store::GraphId;
using store::OpId;

class OpLookupTest : public testing::Test {
 protected:
  std::string Mistake(std::string_view text) {
    const auto found = FindSubject(view_, text);
    return found.ok() ? "" : found.status().message();
  }

  query::RunSketch sketch_;
  GraphId train_ = sketch_.Graph("train");
  GraphId test_ = sketch_.Graph("test");
  OpId train_log_ = sketch_.Op(train_, "loss/Log", "Log");
  OpId test_log_ = sketch_.Op(test_, "loss/Log", "Log");
  OpId mean_ = sketch_.Op(train_, "loss/Mean", "Mean");
  OpId arg_ = sketch_.Op(train_, "_arg_input/x_0_3", "_Arg");
  RunView view_{sketch_.run};
};

TEST_F(OpLookupTest, FindsByNameGraphAndSlot) {
  EXPECT_EQ(FindSubject(view_, "loss/Mean")->op, mean_);
  EXPECT_EQ(FindSubject(view_, "train::loss/Log")->op, train_log_);
  EXPECT_EQ(FindSubject(view_, "test::loss/Log:0")->op, test_log_);
  EXPECT_FALSE(FindSubject(view_, "loss/Mean")->slot.has_value());
  EXPECT_EQ(FindSubject(view_, "loss/Mean:0")->slot, 0);
  EXPECT_EQ(NameOfOp(view_, mean_), "train::loss/Mean");
}

TEST_F(OpLookupTest, PlaceholdersKeepTheirName) {
  EXPECT_EQ(FindSubject(view_, "input/x")->op, arg_);
  EXPECT_FALSE(FindSubject(view_, "input").ok());
}

TEST_F(OpLookupTest, SeveralGraphsAreNamed) {
  EXPECT_EQ(Mistake("loss/Log"), "'loss/Log' is in 2 graphs: train::loss/Log, test::loss/Log");
  EXPECT_EQ(FindSubject(view_, "loss/Log", test_)->op, test_log_);
}

TEST_F(OpLookupTest, PartitionsOfSeveralRunsAreOneGraph) {
  const store::DeviceId device = sketch_.run.InternDevice("CPU:0");
  for (const GraphId graph : {train_, test_}) {
    sketch_.run.graphs.graph(graph).name = StringId();
    sketch_.run.graphs.graph(graph).device = device;
  }
  EXPECT_EQ(FindSubject(view_, "loss/Log")->op, test_log_);
}

TEST_F(OpLookupTest, MistakesSayWhatThereIs) {
  EXPECT_EQ(Mistake("loss/Meam"), "there is no op 'loss/Meam'; did you mean loss/Mean?");
  EXPECT_EQ(Mistake("loss/Mean:7"),
            "there is no output loss/Mean:7: loss/Mean has one output, loss/Mean:0");
  EXPECT_EQ(Mistake("tain::loss/Log"),
            "there is no graph 'tain'; did you mean train? (`lg` lists them)");
  EXPECT_EQ(Mistake("@0"), "there is no execution @0: none was recorded");
}

}  // namespace
}  // namespace tdbg::session
