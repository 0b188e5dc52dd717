#include "query/loss_scaler.h"

#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "query/alerts.h"
#include "query/known_scalars.h"
#include "query/run_sketch.h"

namespace tdbg::query {
namespace {

using store::EventId;
using store::ExecutionId;
using store::GraphId;
using store::OpId;

// A step that scales its loss, chooses the new weights by whether their gradient is finite, and the
// new scale as well.
class LossScalerTest : public testing::Test {
 protected:
  explicit LossScalerTest(bool scales = true) {
    auto values = std::make_unique<KnownScalars>();
    values_ = values.get();
    sketch_.run.values = std::move(values);
    sketch_.Op(graph_, "weights", "_Arg");
    sketch_.Op(graph_, "scale", "_Arg");
    read_ = Add("ReadScale", "ReadVariableOp", {"scale"});
    share_ = Add("Log", "Log", {"weights"});
    gradient_ = Add("gradient_tape/Cast", "Cast", {"ReadScale"});
    unscaled_ = Add("gradient_tape/truediv", "RealDiv", {"gradient_tape/Cast", "ReadScale"});
    asked_ = Add("IsFinite", "IsFinite", {"gradient_tape/truediv"});
    chosen_ = Add("SelectV2", "SelectV2", {"IsFinite", "gradient_tape/truediv", "ReadWeights"});
    Add("Assign", "AssignVariableOp", {"weights", "SelectV2"});
    halved_ = Add("Mul", "Mul", {"ReadScale", "half"});
    if (scales) Add("AssignScale", "AssignVariableOp", {"scale", "Mul"});
  }

  OpId Add(const char* name, const char* type, const std::vector<std::string_view>& inputs) {
    return sketch_.Op(graph_, name, type, inputs);
  }

  // One step; `skips`: the gradient has overflowed.
  EventId Step(bool skips, double scale = 1024, double halved = 512) {
    const ExecutionId execution = sketch_.Execution(++now_, "step");
    sketch_.run.executions[execution].graph = graph_;
    const auto event = [&](OpId op, bool bad = false) {
      return sketch_.Event(op, ++now_, bad, 0, execution);
    };
    values_->Give(event(read_), scale);
    const EventId gradient = event(gradient_, skips);
    event(unscaled_, skips);
    event(asked_);
    event(chosen_);
    values_->Give(event(halved_), halved);
    return gradient;
  }

  void Judge() {
    index_ = std::make_unique<EventIndex>(sketch_.run);
    links_ = std::make_unique<GraphLinks>(sketch_.run);
    bad_ = std::make_unique<BadValues>(sketch_.run, *index_, *links_);
    list_ = std::make_unique<AlertList>(sketch_.run, *index_, *links_, *bad_);
  }

  Verdict VerdictOf(EventId event) const {
    for (const Alert& alert : list_->alerts()) {
      if (alert.event == event) return alert.verdict;
    }
    return Verdict::kUnknown;
  }

  RunSketch sketch_;
  KnownScalars* values_;
  GraphId graph_ = sketch_.Graph("step");
  OpId read_, share_, gradient_, unscaled_, asked_, chosen_, halved_;
  int64_t now_ = 0;
  std::unique_ptr<EventIndex> index_;
  std::unique_ptr<GraphLinks> links_;
  std::unique_ptr<BadValues> bad_;
  std::unique_ptr<AlertList> list_;
};

TEST_F(LossScalerTest, AGradientThatOverflowedIsHandledAndWhatCameOfItMasked) {
  Step(false);
  const EventId gradient = Step(true);
  Judge();
  EXPECT_EQ(VerdictOf(gradient), Verdict::kHandled);
  EXPECT_EQ(VerdictOf(EventId(gradient.index() + 1)), Verdict::kMasked);
  EXPECT_EQ(list_->counts().handled, 1);
  EXPECT_EQ(list_->counts().origin, 0);
  const auto steps = list_->SkippedSteps();
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_EQ(sketch_.run.events.op[steps[0].asked], asked_);
  EXPECT_EQ(sketch_.run.strings[steps[0].scale], "scale");
  EXPECT_EQ(values_->ReadDigest(steps[0].before)->max, 1024);
  EXPECT_EQ(values_->ReadDigest(steps[0].after)->max, 512);
}

TEST_F(LossScalerTest, WhatDoesNotDependOnTheScaleIsABirth) {
  sketch_.run.graphs.op(unscaled_).inputs.push_back({sketch_.run.strings.Intern("Log"), 0});
  Step(true);
  const EventId log = sketch_.Event(share_, now_ - 4, true, 0, ExecutionId(0));
  Judge();
  EXPECT_EQ(VerdictOf(log), Verdict::kOrigin);
}

TEST_F(LossScalerTest, AtAPoleNoScaleHelps) {
  sketch_.run.graphs.op(gradient_).type = sketch_.run.strings.Intern("Reciprocal");
  const EventId gradient = Step(true);
  Judge();
  EXPECT_EQ(VerdictOf(gradient), Verdict::kOrigin);
  EXPECT_TRUE(list_->SkippedSteps().empty());
}

TEST_F(LossScalerTest, AScaleDoesNotRiseForASkippedStep) {
  const EventId gradient = Step(true, 512, 1024);
  Judge();
  EXPECT_EQ(VerdictOf(gradient), Verdict::kMasked);
}

TEST_F(LossScalerTest, TheTwentiethSkipInARowIsABirth) {
  for (int64_t i = 0; i < kMostSkippedInARow - 1; ++i) Step(true);
  Step(false);
  std::vector<EventId> gradients;
  for (int64_t i = 0; i < kMostSkippedInARow + 3; ++i) gradients.push_back(Step(true));
  Judge();
  for (int64_t i = 0; i < kMostSkippedInARow + 3; ++i) {
    const bool last = i + 1 == kMostSkippedInARow;
    const EventId gradient = gradients[static_cast<size_t>(i)];
    EXPECT_EQ(VerdictOf(gradient), last ? Verdict::kOrigin : Verdict::kHandled) << i;
    EXPECT_EQ(list_->SunkAt(gradient).has_value(), last) << i;
  }
}

TEST_F(LossScalerTest, ARunThatGrowsIsJudgedAsOneThatWasThere) {
  Step(true);
  Judge();
  for (int64_t i = 0; i < kMostSkippedInARow; ++i) {
    Step(true);
    index_->Extend();
    bad_->Extend();
    list_->Extend();
  }
  EXPECT_EQ(list_->counts().origin, 1);
  EXPECT_EQ(list_->counts().handled, kMostSkippedInARow);
  EXPECT_EQ(list_->SkippedSteps().size(), size_t{kMostSkippedInARow + 1});
}

class NoLossScalerTest : public LossScalerTest {
 protected:
  NoLossScalerTest() : LossScalerTest(/*scales=*/false) {}
};

TEST_F(NoLossScalerTest, WithoutAScaleABadValueThatIsThrownAwayIsMasked) {
  const EventId gradient = Step(true);
  Judge();
  EXPECT_EQ(VerdictOf(gradient), Verdict::kMasked);
}

}  // namespace
}  // namespace tdbg::query
