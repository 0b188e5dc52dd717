#include "query/forward_op.h"

#include <string>

#include <gtest/gtest.h>

#include "query/run_sketch.h"

namespace tdbg::query {
namespace {

using store::GraphId;
using store::OpId;

class ForwardOpTest : public testing::Test {
 protected:
  // An op with a stack: the user's line and, of a gradient, the function that makes it.
  OpId Op(std::string_view name, std::string_view type, const std::vector<std::string_view>& inputs,
          int32_t line, std::string_view gradient_function = {}) {
    const OpId op = sketch_.Op(graph_, name, type, inputs);
    std::vector<store::FrameId> frames = {Frame("/srv/train.py", "step", line)};
    if (!gradient_function.empty()) {
      frames.push_back(
          Frame("/lib/python3/site-packages/tensorflow/backprop.py", "_gradient_function", 1));
      frames.push_back(
          Frame("/lib/python3/site-packages/tensorflow/math_grad.py", gradient_function, 2));
    }
    sketch_.run.graphs.op(op).stack = sketch_.run.stacks.Intern(frames);
    return op;
  }

  store::FrameId Frame(std::string_view file, std::string_view function, int32_t line) {
    store::Run& run = sketch_.run;
    const StringId path = run.strings.Intern(file);
    store::SourceFileId source;
    for (size_t i = 0; i < run.sources.size(); ++i) {
      if (run.sources[store::SourceFileId(i)].path == path) source = store::SourceFileId(i);
    }
    if (!source.valid()) source = run.sources.Append({path, StringId(), 0});
    const store::FrameId id = run.stacks.AddFrame();
    store::Frame& frame = run.stacks.frame(id);
    frame.recorded = true;
    frame.file = source;
    frame.function = run.strings.Intern(function);
    frame.line = line;
    return id;
  }

  std::string Forward(OpId op) const {
    const auto forward = ForwardOf(sketch_.run, op);
    if (!forward) return "unknown";
    return std::string(forward->name) +
           (forward->line ? " " + std::to_string(forward->line->line) : std::string());
  }

  RunSketch sketch_;
  GraphId graph_ = sketch_.Graph("step");
};

// log() makes no scope of its own, so that the tape's name tells nothing. Its gradient reads what
// mul made, but is not that of mul.
TEST_F(ForwardOpTest, TheFunctionThatMadeAGradientTellsTheType) {
  Op("mul", "Mul", {"a", "b"}, 10);
  Op("Log", "Log", {"mul"}, 11);
  Op("Exp", "Exp", {"mul"}, 12);
  EXPECT_EQ(Forward(Op("gradient_tape/Reciprocal", "Reciprocal", {"mul"}, 20, "_LogGrad")),
            "Log 11");
}

TEST_F(ForwardOpTest, OfSeveralOfATypeTheOneThatReadsTheSame) {
  Op("a", "Abs", {"x"}, 10);
  Op("b", "Abs", {"x"}, 11);
  Op("Log", "Log", {"a"}, 12);
  Op("Log_1", "Log", {"b"}, 13);
  Op("gradient_tape/Reciprocal", "Reciprocal", {"a"}, 20, "_LogGrad");
  const OpId other = Op("gradient_tape/Reciprocal_1", "Reciprocal", {"b"}, 20, "_LogGrad");
  EXPECT_EQ(Forward(other), "Log_1 13");
  const OpId product = Op("gradient_tape/Mul", "Mul",
                          {"gradient_tape/Tile", "gradient_tape/Reciprocal_1"}, 20, "_LogGrad");
  EXPECT_EQ(Forward(product), "Log_1 13") << "through another op of the gradient";
}

TEST_F(ForwardOpTest, OfTwoThatReadTheSameNoneIsGuessed) {
  Op("Log", "Log", {"x"}, 12);
  Op("Log_1", "Log", {"x"}, 13);
  const OpId op = Op("gradient_tape/Reciprocal", "Reciprocal", {"x"}, 20, "_LogGrad");
  EXPECT_EQ(Forward(op), "unknown");
}

TEST_F(ForwardOpTest, WhatTwoOnOneLineHaveInCommonIsTold) {
  Op("Log", "Log", {"x"}, 12);
  Op("Log_1", "Log", {"x"}, 12);
  const OpId op = Op("gradient_tape/Reciprocal", "Reciprocal", {"x"}, 20, "_LogGrad");
  EXPECT_EQ(Forward(op), "Log 12");
}

// The loss was not asked for, so that Log did not run: only the graph as written has it.
TEST_F(ForwardOpTest, AnOpThatDidNotRunReadsWhatIsWritten) {
  const OpId log = Op("Log", "Log", {}, 12);
  sketch_.run.written_inputs[log] = {{sketch_.run.strings.Intern("mul"), 0}};
  const OpId other = Op("Log_1", "Log", {"y"}, 13);
  static_cast<void>(other);
  EXPECT_EQ(Forward(Op("gradient_tape/Reciprocal", "Reciprocal", {"mul"}, 20, "_LogGrad")),
            "Log 12");
}

TEST_F(ForwardOpTest, ANameThatIsTheScopeOfAnotherOpIsNotBelieved) {
  Op("loss", "Mean", {"loss/Log"}, 12);
  Op("loss/Log", "Log", {"x"}, 11);
  const OpId op = Op("gradient_tape/loss/Reciprocal", "Reciprocal", {"x"}, 20, "_LogGrad");
  EXPECT_EQ(Forward(op), "loss/Log 11");
}

TEST_F(ForwardOpTest, ByNameWhereThatTells) {
  Op("mul", "Mul", {"a", "b"}, 10);
  EXPECT_EQ(Forward(Op("gradient_tape/mul/Mul", "Mul", {"g", "b"}, 20, "_MulGrad")), "mul 10");
  EXPECT_EQ(Forward(Op("gradients/mul_grad/Mul", "Mul", {"g", "b"}, 20)), "mul 10");
  Op("call/mul", "Mul", {"a", "b"}, 14);
  EXPECT_EQ(Forward(Op("call/gradient_tape/mul/Mul", "Mul", {"g", "b"}, 20, "_MulGrad")), "mul 14");
  EXPECT_EQ(Forward(Op("mul_1", "Mul", {"g", "b"}, 20)), "unknown");
}

TEST_F(ForwardOpTest, InTheBodyOfALoopByTheEndOfItsName) {
  Op("while/body/_1/while/Sqrt", "Sqrt", {"x"}, 10);
  EXPECT_EQ(Forward(Op("gradient_tape/while/while_grad/body/_4/gradient_tape/while/gradients/while/"
                       "Sqrt_grad/SqrtGrad",
                       "SqrtGrad", {"pop", "g"}, 20, "_SqrtGrad")),
            "while/Sqrt 10");
}

TEST_F(ForwardOpTest, OfAnOpThatAnOptimiserNamedAnew) {
  Op("Log", "Log", {"a"}, 12);
  Op("Log_1", "Log", {"b"}, 13);
  Op("gradient_tape/Reciprocal", "Reciprocal", {"b"}, 20, "_LogGrad");
  const OpId op = Op("gradient_tape/Reciprocal/unary_ops_composition", "_UnaryOpsComposition",
                     {"x"}, 20, "_LogGrad");
  sketch_.run.written[op].name = sketch_.run.strings.Find("gradient_tape/Reciprocal");
  EXPECT_EQ(Forward(op), "Log_1 13");
}

TEST_F(ForwardOpTest, WithoutAStackOnlyTypesThatTellAreBelieved) {
  sketch_.Op(graph_, "mul", "Mul", {"a", "b"});
  sketch_.Op(graph_, "root", "Sqrt", {"mul"});
  EXPECT_EQ(Forward(sketch_.Op(graph_, "gradient_tape/Reciprocal", "Reciprocal", {"mul"})),
            "unknown");
  EXPECT_EQ(Forward(sketch_.Op(graph_, "gradient_tape/SqrtGrad", "SqrtGrad", {"root", "g"})),
            "root");
}

// A gradient that the user wrote has a line of its own.
TEST_F(ForwardOpTest, AGradientOfTheUsersIsNoOps) {
  Op("Log", "Log", {"x"}, 11);
  const OpId op = Op("gradient_tape/truediv", "RealDiv", {"x", "y"}, 20, "_LogGrad");
  auto frames = sketch_.run.stacks.frames(sketch_.run.graphs.op(op).stack);
  std::vector<store::FrameId> longer(frames.begin(), frames.end());
  longer.push_back(Frame("/srv/train.py", "gradient", 30));
  sketch_.run.graphs.op(op).stack = sketch_.run.stacks.Intern(longer);
  EXPECT_EQ(Forward(op), "unknown");
}

}  // namespace
}  // namespace tdbg::query
