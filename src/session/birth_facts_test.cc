#include "session/birth_facts.h"

#include <limits>
#include <unordered_map>
#include <utility>

#include <gtest/gtest.h>

#include "query/cause/known_numbers.h"
#include "query/run_sketch.h"
#include "session/tensors_read.h"

namespace tdbg::session {
namespace {

using query::Floats;
using query::KnownTensor;
using store::EventId;
using store::ExecutionId;
using store::GraphId;
using store::OpId;

constexpr float kInf = std::numeric_limits<float>::infinity();

// Values that a test gives to events.
class GivenValues : public store::ValueSource {
 public:
  void Give(EventId event, KnownTensor tensor) { tensors_[event] = std::move(tensor); }

  Result<store::Digest> ReadDigest(EventId event) const override {
    const auto it = tensors_.find(event);
    if (it == tensors_.end()) return NotFound("not given");
    return it->second.digest;
  }
  Result<tensor::Value> ReadValue(EventId event) const override {
    const auto it = tensors_.find(event);
    if (it == tensors_.end() || !it->second.value) return Unsupported("not given");
    return *it->second.value;
  }
  Result<tensor::Value> ReadRecorded(EventId event) const override { return ReadValue(event); }
  uint64_t RecordedBytes(EventId) const override { return 0; }
  Result<std::vector<store::Attribute>> ReadAttributes(OpId) const override {
    return Unsupported("none");
  }
  Result<std::vector<std::string>> ReadSource(store::SourceFileId) const override {
    return NotFound("none");
  }

 private:
  std::unordered_map<EventId, KnownTensor> tensors_;
};

// x → softmax → log, three times; the third time a zero comes out of softmax.
class BirthFactsTest : public testing::Test {
 protected:
  BirthFactsTest() {
    auto values = std::make_unique<GivenValues>();
    values_ = values.get();
    sketch_.run.values = std::move(values);
    for (int call = 0; call < 3; ++call) {
      const ExecutionId id = sketch_.Execution(call * 10 + 9, "f");
      sketch_.run.executions[id].graph = graph_;
      sketch_.run.executions[id].session_run_index = call;
      const bool bad = call == 2;
      const float least = bad ? 0.0f : call == 1 ? 1e-20f : 1e-3f;
      const EventId x = sketch_.Event(x_, call * 10, false, 0, id);
      const EventId p = sketch_.Event(softmax_, call * 10 + 1, false, 0, id);
      born_ = sketch_.Event(log_, call * 10 + 2, bad, 0, id);
      values_->Give(x, Floats({1, 2}, {bad ? 105.0f : 50.0f, 0.0f}));
      values_->Give(p, Floats({1, 2}, {1.0f, least}));
      values_->Give(born_, Floats({1, 2}, {0.0f, bad ? -kInf : -5.0f}));
    }
  }

  query::RunSketch sketch_;
  GivenValues* values_;
  GraphId graph_ = sketch_.Graph("f");
  OpId x_ = sketch_.Op(graph_, "x", "Placeholder");
  OpId softmax_ = sketch_.Op(graph_, "softmax", "Softmax", {"x"});
  OpId alias_ = sketch_.Op(graph_, "alias", "Identity", {"softmax"});
  OpId log_ = sketch_.Op(graph_, "log", "Log", {"alias"});
  EventId born_;
  int64_t time_ = 200;
};

TEST_F(BirthFactsTest, TellsCauseHistoryAndPath) {
  RunView view(sketch_.run);
  const auto births = Births(view);
  ASSERT_EQ(births.size(), 1u);
  EXPECT_EQ(births[0].event, born_);
  const BirthFacts facts = ExplainAlert(view, births[0]);
  EXPECT_EQ(facts.name, "f::log:0#2");
  EXPECT_EQ(facts.op, "f::log");
  EXPECT_EQ(facts.element, 1);
  EXPECT_EQ(facts.cause,
            "log(0). Softmax underflowed in row 0: its logits span 105, and exp(−105) is below "
            "the smallest f32.");
  EXPECT_EQ(facts.path, (std::vector<std::string>{"x", "softmax", "log"}));
  ASSERT_TRUE(facts.history);
  EXPECT_EQ(facts.history->measure, ValueHistory::Measure::kMin);
  EXPECT_EQ(facts.history->values, (std::vector<double>{1e-3f, 1e-20f, 0}));
  EXPECT_EQ(facts.history->when, "steps 0, 1, 2");
}

// What only hands a value on is looked through, both for the value and for its maker.
TEST_F(BirthFactsTest, InputsAreLookedForBehindAliases) {
  RunView view(sketch_.run);
  const BirthFacts facts = ExplainAlert(view, Births(view).front());
  ASSERT_EQ(facts.inputs.size(), 1u);
  EXPECT_EQ(facts.inputs[0].name, "alias");
  EXPECT_EQ(facts.inputs[0].full, "f::softmax:0#2");
  EXPECT_EQ(facts.inputs[0].maker.op_type, "Softmax");
  EXPECT_EQ(facts.inputs[0].element, 1);
  EXPECT_EQ(facts.critical, 0u);
}

// Numbers are followed: not the indices of a lookup, which are nearer, nor the mask of a dropout.
TEST_F(BirthFactsTest, ThePathFollowsNumbers) {
  sketch_.Op(graph_, "ids", "Placeholder");
  sketch_.Op(graph_, "table", "ReadVariableOp");
  sketch_.Op(graph_, "axis", "Const");
  sketch_.Op(graph_, "lookup", "GatherV2", {"table", "ids", "axis"});
  sketch_.Op(graph_, "random", "RandomUniform", {"ids"});
  sketch_.Op(graph_, "kept", "GreaterEqual", {"random", "ids"});
  sketch_.Op(graph_, "mask", "Cast", {"kept"});
  sketch_.Op(graph_, "dropped", "Mul", {"mask", "lookup"});
  const OpId root = sketch_.Op(graph_, "root", "Sqrt", {"dropped"});
  const EventId event = sketch_.Event(root, 100, true, 0);
  values_->Give(event, Floats({}, {std::numeric_limits<float>::quiet_NaN()}));
  RunView view(sketch_.run);
  EXPECT_EQ(ExplainAlert(view, {event}).path,
            (std::vector<std::string>{"table", "lookup", "dropped", "root"}));
}

// Of a product the way goes on through the factor that explains it, though the other one is nearer
// to the program.
TEST_F(BirthFactsTest, ThePathFollowsTheNumberThatExplainsTheElement) {
  const ExecutionId execution = sketch_.Execution(205, "f");
  sketch_.run.executions[execution].graph = graph_;
  const auto op = [&](std::string_view name, std::string_view type,
                      const std::vector<std::string_view>& inputs, std::vector<float> made) {
    const EventId event =
        sketch_.Event(sketch_.Op(graph_, name, type, inputs), time_++, name == "e", 0, execution);
    values_->Give(event, Floats({2}, made));
    return event;
  };
  op("small", "Placeholder", {}, {1, 1});
  op("w", "ReadVariableOp", {}, {4, 50});
  op("squared", "Square", {"w"}, {16, 2500});
  op("product", "Mul", {"small", "squared"}, {16, 2500});
  const EventId born = op("e", "Exp", {"product"}, {8.9e6f, kInf});
  RunView view(sketch_.run);
  EXPECT_EQ(ExplainAlert(view, {born}).path,
            (std::vector<std::string>{"w", "squared", "product", "e"}));
}

TEST_F(BirthFactsTest, KeptOperandsGoBeforeWhatTheGraphSays) {
  const EventId kept = sketch_.Event(x_, 21, false, 0, sketch_.run.events.execution[born_]);
  values_->Give(kept, Floats({1, 2}, {1.0f, -2.0f}));
  sketch_.run.operands[born_] = {kept};
  RunView view(sketch_.run);
  const auto reads = TensorsRead(view, born_);
  ASSERT_EQ(reads.size(), 1u);
  EXPECT_EQ(reads[0].event, kept);
}

TEST_F(BirthFactsTest, WhatWasNotRecordedIsNotGuessed) {
  const OpId lone = sketch_.Op(graph_, "lone", "Exp", {"y"});
  const EventId event = sketch_.Event(lone, 100, true, 0);
  values_->Give(event, Floats({}, {kInf}));
  RunView view(sketch_.run);
  const BirthFacts facts = ExplainAlert(view, {event});
  EXPECT_EQ(facts.cause,
            "What Exp read was not recorded (y): it made the ∞ itself, or got it from there.");
  EXPECT_FALSE(facts.critical);
  EXPECT_FALSE(facts.history);
}

TEST_F(BirthFactsTest, AFailedOpHasItsMessageAndItsInputs) {
  const EventId failed = sketch_.Event(log_, 23, true, 0, sketch_.run.events.execution[born_]);
  sketch_.run.events.badness[failed] = store::Badness::kFailed;
  sketch_.run.failures[failed] = {sketch_.run.strings.Intern("no room for the result")};
  RunView view(sketch_.run);
  const BirthFacts facts = ExplainAlert(view, {failed});
  EXPECT_EQ(facts.alert.kind, BadKind::kError);
  EXPECT_EQ(facts.cause, "no room for the result");
  ASSERT_EQ(facts.inputs.size(), 1u);
  EXPECT_EQ(facts.inputs[0].full, "f::softmax:0#2");
}

}  // namespace
}  // namespace tdbg::session
