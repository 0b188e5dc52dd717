#include "query/way_taken.h"

#include <memory>
#include <utility>

#include <gtest/gtest.h>

#include "query/known_scalars.h"
#include "query/run_sketch.h"

namespace tdbg::query {
namespace {

using store::EventId;
using store::ExecutionId;
using store::OpId;

// A value and a condition go into a Switch: "no" reads its first output, "yes" its second.
class WayTakenTest : public testing::Test {
 protected:
  WayTakenTest() {
    auto values = std::make_unique<KnownScalars>();
    values_ = values.get();
    sketch_.run.values = std::move(values);
    value_ = sketch_.Op(graph_, "value", "Mul");
    condition_ = sketch_.Op(graph_, "condition", "All");
    sketch_.Op(graph_, "handed_on", "Identity", {"condition"});
    switch_ = sketch_.Op(graph_, "switch", "Switch", {"value", "handed_on"});
    sketch_.run.graphs.op(switch_).num_outputs = 2;
    no_ = sketch_.Op(graph_, "no", "Neg", {"switch"});
    yes_ = sketch_.Op(graph_, "yes", "Exp", {"switch"});
    sketch_.run.graphs.op(yes_).inputs[0].slot = 1;
    event_ = sketch_.Event(value_, 10, true, 0, execution_);
  }

  std::optional<int32_t> Way() {
    const EventIndex index(sketch_.run);
    GraphLinks links(sketch_.run);
    return WayTaken(sketch_.run, index, links, switch_, event_);
  }

  RunSketch sketch_;
  store::GraphId graph_ = sketch_.Graph("f");
  KnownScalars* values_;
  OpId value_, condition_, switch_, no_, yes_;
  ExecutionId execution_ = sketch_.Execution(9, "f");
  EventId event_;
};

TEST_F(WayTakenTest, TheNumberThatWasChosenByTells) {
  const EventId condition = sketch_.Event(condition_, 11, false, 0, execution_);
  values_->Give(condition, 1, tensor::DType::kBool);
  EXPECT_EQ(Way(), 1);
  values_->Give(condition, 0, tensor::DType::kBool);
  EXPECT_EQ(Way(), 0);
}

TEST_F(WayTakenTest, SoDoesWhatRanBehindIt) {
  sketch_.Event(condition_, 11, false, 0, execution_);
  EXPECT_EQ(Way(), std::nullopt);
  sketch_.Event(yes_, 12, false, 0, execution_);
  EXPECT_EQ(Way(), 1);
}

TEST_F(WayTakenTest, WhatRanAnotherTimeDoesNot) {
  sketch_.Event(no_, 20, false, 0, sketch_.Execution(19, "f"));
  EXPECT_EQ(Way(), std::nullopt);
}

}  // namespace
}  // namespace tdbg::query
