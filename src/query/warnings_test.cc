#include "query/warnings.h"

#include <cmath>
#include <functional>
#include <memory>
#include <unordered_map>
#include <utility>

#include <gtest/gtest.h>

#include "query/run_sketch.h"

namespace tdbg::query {
namespace {

using store::Digest;
using store::EventId;
using store::OpId;
using tensor::DType;

class MeasuredValues : public store::ValueSource {
 public:
  Result<Digest> ReadDigest(EventId event) const override {
    const auto it = digests.find(event);
    if (it == digests.end()) return NotFound("not measured");
    return it->second;
  }
  Result<tensor::Value> ReadValue(EventId) const override { return NotFound("not measured"); }
  Result<std::vector<std::string>> ReadSource(store::SourceFileId) const override {
    return NotFound("not measured");
  }
  Result<tensor::Value> ReadRecorded(EventId) const override { return NotFound("not measured"); }
  uint64_t RecordedBytes(EventId) const override { return 0; }
  Result<std::vector<store::Attribute>> ReadAttributes(store::OpId) const override {
    return NotFound("not measured");
  }

  std::unordered_map<EventId, Digest> digests;
};

// 64 elements that all are `element`, but for those that are said otherwise.
Digest AllOf(double element) {
  Digest digest;
  digest.dtype = DType::kF32;
  digest.bad = false;
  digest.elements = 64;
  digest.zero = element == 0 ? 64 : 0;
  digest.subnormal = 0;
  digest.min = digest.max = digest.mean = element;
  digest.variance = 0;
  digest.l2 = 8 * std::abs(element);
  return digest;
}

Digest Spread(double size) {
  Digest digest = AllOf(size);
  digest.min = -size;
  digest.mean = 0;
  digest.variance = size * size;
  return digest;
}

Digest Number(double number) {
  Digest digest = AllOf(number);
  digest.elements = 1;
  digest.zero = 0;
  digest.l2 = std::abs(number);
  return digest;
}

using Measure = std::function<Digest(int64_t step)>;

// A function that trains: each Step is a call of it that measures what the ops of the test make.
class Training : public testing::Test {
 protected:
  Training() {
    auto values = std::make_unique<MeasuredValues>();
    values_ = values.get();
    sketch_.run.values = std::move(values);
    graph_ = sketch_.Graph("train_step");
    sketch_.Op(graph_, "variable", "_Arg");
    sketch_.Op(graph_, "assign", "AssignSubVariableOp", {"variable", "gradient_tape/MatMul"});
  }

  OpId Op(const char* name, const char* type, const std::vector<std::string_view>& inputs,
          Measure measure, DType dtype = DType::kF32) {
    const OpId op = sketch_.Op(graph_, name, type, inputs);
    ops_.push_back({op, std::move(measure), dtype});
    return op;
  }

  void Steps(int64_t count) {
    for (; count > 0; --count, ++step_) {
      const store::ExecutionId execution = sketch_.Execution(++time_, "train_step");
      sketch_.run.executions[execution].graph = graph_;
      sketch_.run.executions[execution].step = step_;
      for (const auto& [op, measure, dtype] : ops_) {
        const EventId event = sketch_.Event(op, ++time_, false, 0, execution);
        sketch_.run.events.dtype[event] = dtype;
        sketch_.run.events.detail[event] = Detail::kFullTensor;
        values_->digests[event] = measure(step_);
      }
    }
  }

  std::vector<Warning> Warnings() {
    const EventIndex index(sketch_.run);
    GraphLinks links(sketch_.run);
    const BadValues bad(sketch_.run, index, links);
    const AlertList alerts(sketch_.run, index, links, bad);
    const query::Steps steps(sketch_.run);
    const TensorSeries series(sketch_.run, index, steps, alerts);
    return WarningList(sketch_.run, index, links, series).warnings();
  }

  // "dead_units in Relu since 3"; several are joined by "; ".
  std::string Told() {
    std::string text;
    for (const Warning& warning : Warnings()) {
      const store::Op& op = sketch_.run.graphs.op(sketch_.run.events.op[warning.since]);
      text += (text.empty() ? "" : "; ") + std::string(WarningName(warning.kind)) + " in " +
              std::string(sketch_.run.strings[op.name]) + " since " +
              std::to_string(warning.since_step);
    }
    return text;
  }

  struct Measured {
    OpId op;
    Measure measure;
    DType dtype;
  };

  RunSketch sketch_;
  MeasuredValues* values_ = nullptr;
  store::GraphId graph_;
  std::vector<Measured> ops_;
  int64_t step_ = 0;
  int64_t time_ = 0;
};

Measure Always(const Digest& digest) {
  return [digest](int64_t) { return digest; };
}

TEST_F(Training, ALayerThatIsZeroForTenStepsIsDead) {
  Op("Relu", "Relu", {}, [](int64_t step) { return step < 3 ? Spread(1) : AllOf(0); });
  Steps(12);
  EXPECT_EQ(Told(), "");
  Steps(1);
  EXPECT_EQ(Told(), "dead_units in Relu since 3");
  ASSERT_EQ(Warnings().size(), 1u);
  EXPECT_EQ(Warnings().front().steps, 10);
}

TEST_F(Training, ALayerThatCameBackIsNotDead) {
  Op("Relu", "Relu", {}, [](int64_t step) { return step == 14 ? Spread(1) : AllOf(0); });
  Steps(15);
  EXPECT_EQ(Told(), "");
}

TEST_F(Training, AMarginThatIsSummedUpMayBeZero) {
  Op("Relu", "Relu", {}, Always(AllOf(0)));
  sketch_.Op(graph_, "hinge", "Mean", {"Relu"});
  Steps(15);
  EXPECT_EQ(Told(), "");
}

TEST_F(Training, GradientsOfHalvesUnderflow) {
  Op(
      "gradient_tape/mul", "Mul", {},
      [](int64_t step) {
        Digest digest = Spread(1e-5);
        digest.subnormal = step < 2 ? 10 : 40;
        return digest;
      },
      DType::kF16);
  Steps(7);
  EXPECT_EQ(Told(), "underflow in gradient_tape/mul since 2");
}

TEST_F(Training, ZerosAreNoUnderflow) {
  Op("gradient_tape/mul", "Mul", {}, Always([] {
       Digest digest = Spread(1e-2);
       digest.zero = 60;
       return digest;
     }()),
     DType::kF16);
  Steps(15);
  EXPECT_EQ(Told(), "");
}

TEST_F(Training, WhatACastMakesZeroIsUnderflow) {
  Op("gradient_tape/back", "Mul", {}, Always(Spread(1e-9)));
  Op("gradient_tape/Cast", "Cast", {"gradient_tape/back"}, Always(AllOf(0)), DType::kF16);
  Steps(6);
  EXPECT_EQ(Told(), "underflow in gradient_tape/Cast since 0");
}

TEST_F(Training, GrowthToTheEndOfAHalf) {
  Op(
      "state", "Mul", {}, [](int64_t step) { return Spread(std::exp2(step)); }, DType::kF16);
  Steps(13);
  ASSERT_EQ(Told(), "headroom in state since 0");
  EXPECT_EQ(Warnings().front().end_step, 16);
}

TEST_F(Training, AMaskAtTheEndIsNoTrouble) {
  Op("mask", "Mul", {}, Always(Spread(65504)), DType::kF16);
  Steps(30);
  EXPECT_EQ(Told(), "");
}

TEST_F(Training, GradientsOfALayerBesideAnothers) {
  Op("gradient_tape/MatMul", "MatMul", {}, Always(Spread(1)));
  Op("gradient_tape/MatMul_1", "MatMul", {}, Always(Spread(1e-9)));
  sketch_.Op(graph_, "assign_1", "AssignSubVariableOp", {"variable_1", "gradient_tape/MatMul_1"});
  Steps(10);
  EXPECT_EQ(Told(), "vanished_gradient in gradient_tape/MatMul_1 since 0");
}

TEST_F(Training, AGradientThatGrows) {
  Op("gradient_tape/MatMul", "MatMul", {},
     [](int64_t step) { return Spread(step < 6 ? 1 : std::exp2(step)); });
  Steps(12);
  EXPECT_EQ(Told(), "exploding_gradient in gradient_tape/MatMul since 6");
}

TEST_F(Training, ALossThatGrows) {
  Op("error", "Sub", {}, Always(Spread(1)));
  Op("gradient_tape/error", "Mul", {"error"}, Always(Spread(1)));
  Op("Mean", "Mean", {"error"}, [](int64_t step) { return Number(std::exp2(step)); });
  Op("Equal", "Equal", {"error"}, Always(Number(1)));
  Op("right", "Sum", {"Equal"}, [](int64_t step) { return Number(std::exp2(step)); });
  Steps(8);
  EXPECT_EQ(Told(), "divergence in Mean since 0");
}

TEST_F(Training, APartOfALossMayGrow) {
  Op("error", "Sub", {}, Always(Spread(1)));
  Op("gradient_tape/error", "Mul", {"error"}, Always(Spread(1)));
  Op("penalty", "Mean", {"error"}, [](int64_t step) { return Number(std::exp2(step)); });
  Op("loss", "Add", {"penalty", "error"}, Always(Number(1)));
  Steps(8);
  EXPECT_EQ(Told(), "");
}

TEST_F(Training, AVariableThatIsAssignedAndStays) {
  Op("gradient_tape/MatMul", "MatMul", {}, Always(Spread(1)));
  Op("read", "ReadVariableOp", {"variable"}, Always(Spread(3)));
  Op("frozen", "ReadVariableOp", {"frozen_variable"}, Always(Spread(3)));
  Steps(10);
  EXPECT_EQ(Told(), "unchanged_variable in read since 0");
}

TEST_F(Training, AnActivationThatWasFlatFromTheBeginning) {
  Digest flat = AllOf(0.5);  // half of them 0, half of them 1
  flat.min = 0;
  flat.max = 1;
  flat.variance = 0.25;
  flat.l2 = std::sqrt(32.0);
  Op("Sigmoid", "Sigmoid", {}, Always(flat));
  Op("late", "Sigmoid", {}, [=](int64_t step) { return step == 0 ? AllOf(0.5) : flat; });
  sketch_.Op(graph_, "gradient_tape/a", "SigmoidGrad", {"Sigmoid"});
  sketch_.Op(graph_, "gradient_tape/b", "SigmoidGrad", {"late"});
  Steps(12);
  EXPECT_EQ(Told(), "saturation in Sigmoid since 0");
}

TEST_F(Training, AnOutputThatIsTheSameForAllInputs) {
  sketch_.Op(graph_, "gradient_tape/MatMul", "MatMul");
  Op("x", "Mul", {}, Always(Spread(1)));
  Op("read", "ReadVariableOp", {"variable_1"}, Always(AllOf(0)));
  Op("MatMul", "MatMul", {"x", "read"}, Always(AllOf(0)));
  Op("from_zeros", "MatMul", {"MatMul", "read"}, Always(AllOf(0)));
  Steps(12);
  EXPECT_EQ(Told(), "constant_output in MatMul since 0");
}

TEST_F(Training, NothingIsSaidOfWhatComesAfterABirth) {
  Op("Relu", "Relu", {}, Always(AllOf(0)));
  Steps(5);
  const store::ExecutionId execution = sketch_.Execution(++time_, "train_step");
  sketch_.run.executions[execution].graph = graph_;
  sketch_.run.executions[execution].step = step_;
  sketch_.Event(sketch_.Op(graph_, "Log", "Log"), ++time_, true, 0, execution);
  Steps(10);
  EXPECT_EQ(Told(), "");
}

TEST_F(Training, AGrowingRunEndsWithTheWarningsOfAWholeOne) {
  Op("Relu", "Relu", {}, [](int64_t step) { return step < 3 ? Spread(1) : AllOf(0); });
  EventIndex index(sketch_.run);
  GraphLinks links(sketch_.run);
  BadValues bad(sketch_.run, index, links);
  AlertList alerts(sketch_.run, index, links, bad);
  query::Steps steps(sketch_.run);
  TensorSeries series(sketch_.run, index, steps, alerts);
  WarningList list(sketch_.run, index, links, series);
  for (int i = 0; i < 14; ++i) {
    Steps(1);
    index.Extend();
    bad.Extend();
    alerts.Extend();
    steps.Extend();
    series.Extend();
    list.Extend();
  }
  const std::vector<Warning> whole = Warnings();
  ASSERT_EQ(list.warnings().size(), 1u);
  ASSERT_EQ(whole.size(), 1u);
  EXPECT_EQ(list.warnings().front().since, whole.front().since);
  EXPECT_EQ(list.warnings().front().last, whole.front().last);
}

}  // namespace
}  // namespace tdbg::query
