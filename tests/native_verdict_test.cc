// What is said of native traces: graphs as TensorFlow executes them, drawn by hand, and the
// verdicts, names and steps that the session answers with.
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "base/scratch_directory.h"
#include "format/trace_sketch.h"
#include "query/tensor_name.h"
#include "session/alert_facts.h"
#include "session/node_facts.h"
#include "session/op_lookup.h"
#include "session/origin_walk.h"
#include "session/session.h"
#include "session/tensor_lookup.h"

namespace tdbg {
namespace {

using format::Checked;
using format::ExecutionKind;
using format::kOpAsWritten;
using format::RecordedRole;
using format::RecordKind;
using format::TraceSketch;

class NativeVerdictTest : public testing::Test {
 protected:
  // A tensor of 2 elements, the second of them NaN if it is bad.
  void Event(uint32_t op, int64_t time_ns, bool bad, uint32_t iteration = 0,
             Verdict verdict = Verdict::kUnknown, Source source = Source::kUnknown) {
    format::TensorEvent event;
    event.time_ns = time_ns;
    event.op = op;
    event.execution = call_;
    event.shape = sketch_.Shape({2});
    event.iteration = iteration;
    event.dtype = tensor::DType::kF32;
    event.detail = Detail::kConciseHealth;
    event.checked = bad ? Checked::kBad : Checked::kClean;
    event.judgement = {verdict, source};
    tensor::Health health;
    health.elements = 2;
    health.nan = bad ? 1 : 0;
    health.first_bad = bad ? 1 : -1;
    sketch_.Event(event, &health);
  }

  uint32_t Graph(std::string_view name) {
    const uint32_t graph = sketch_.Graph(name);
    call_ = sketch_.Execution(ExecutionKind::kFunctionCall, 1, name, graph);
    return graph;
  }

  session::RunView& Open() {
    auto session = session::Session::Open(directory_.path(), nullptr);
    EXPECT_TRUE(session.ok());
    session_ = *std::move(session);
    return session_->runs().front();
  }

  // "Log:0 origin op; Mul:0 inherited".
  std::string Alerts() {
    session::RunView& run = Open();
    std::string text;
    for (const query::Alert& alert : run.alerts()) {
      text += (text.empty() ? "" : "; ") + query::NameOf(run.run(), alert.event) + " " +
              VerdictName(alert.verdict);
      if (alert.verdict == Verdict::kOrigin) {
        text += std::string(" ") + SourceName(alert.source);
      }
    }
    return text;
  }

  ScratchDirectory directory_;
  TraceSketch sketch_{directory_.path()};
  uint32_t call_ = 0;
  std::unique_ptr<session::Session> session_;
};

TEST_F(NativeVerdictTest, ABirthAndWhatCameOfIt) {
  const uint32_t f = Graph("f");
  sketch_.Op(f, "x", "_Arg", {}, {.role = RecordedRole::kReadsInput});
  const uint32_t softmax = sketch_.Op(f, "Softmax", "Softmax", {"x"});
  sketch_.Op(f, "Identity", "Identity", {"Softmax"}, {.role = RecordedRole::kPassesOn});
  const uint32_t log = sketch_.Op(f, "Log", "Log", {"Identity", "^x"});
  const uint32_t mul = sketch_.Op(f, "Mul", "Mul", {"Softmax", "Log"});
  sketch_.Op(f, "result", "_Retval", {"Mul"}, {.role = RecordedRole::kPassesOn});
  Event(softmax, 10, false);
  Event(log, 20, true);
  Event(mul, 30, true);
  EXPECT_EQ(Alerts(), "f::Log:0 origin op; f::Mul:0 inherited");
}

TEST_F(NativeVerdictTest, WhatNeverLeavesIsMasked) {
  const uint32_t f = Graph("f");
  sketch_.Op(f, "x", "_Arg", {}, {.role = RecordedRole::kReadsInput});
  const uint32_t mask = sketch_.Op(f, "mask", "Mul", {"x"});
  const uint32_t softmax = sketch_.Op(f, "Softmax", "Softmax", {"mask"});
  sketch_.Op(f, "result", "_Retval", {"Softmax"});
  Event(mask, 10, true);
  Event(softmax, 20, false);
  EXPECT_EQ(Alerts(), "f::mask:0 masked");
}

// while_v2 is lowered before it runs: Enter, Merge, Switch, body, NextIteration, back to Merge.
TEST_F(NativeVerdictTest, ABirthInALateIteration) {
  const uint32_t f = Graph("f");
  sketch_.Op(f, "x", "_Arg", {}, {.role = RecordedRole::kReadsInput});
  sketch_.Op(f, "while/enter", "Enter", {"x"}, {.role = RecordedRole::kPassesOn});
  sketch_.Op(f, "while/merge", "Merge", {"while/enter", "while/next"},
             {.role = RecordedRole::kPassesOn});
  const uint32_t less = sketch_.Op(f, "while/less", "Less", {"while/merge"});
  sketch_.Op(f, "while/cond", "LoopCond", {"while/less"}, {.role = RecordedRole::kPassesOn});
  sketch_.Op(f, "while/switch", "Switch", {"while/merge", "while/cond"},
             {.role = RecordedRole::kPassesOn});
  const uint32_t square = sketch_.Op(f, "while/body/square", "Square", {"while/switch:1"});
  sketch_.Op(f, "while/next", "NextIteration", {"while/body/square"},
             {.role = RecordedRole::kPassesOn});
  sketch_.Op(f, "while/exit", "Exit", {"while/switch"}, {.role = RecordedRole::kPassesOn});
  const uint32_t sum = sketch_.Op(f, "Sum", "Sum", {"while/exit"});
  sketch_.Op(f, "result", "_Retval", {"Sum"}, {.role = RecordedRole::kPassesOn});
  int64_t time = 10;
  for (uint32_t i = 0; i < 6; ++i) {
    Event(less, time++, false, i);
    Event(square, time++, i >= 4, i);
  }
  Event(less, time++, false, 6);
  Event(sum, time++, true);
  EXPECT_EQ(Alerts(),
            "f::while/body/square:0 origin op; f::while/body/square:0 inherited; "
            "f::Sum:0 inherited");
}

TEST_F(NativeVerdictTest, SourcesOfOtherFrameworksAreWhatTheyAreSaidToBe) {
  const uint32_t f = Graph("f");
  const uint32_t batch = sketch_.Op(f, "batch", "LoadCsv", {}, {.role = RecordedRole::kReadsInput});
  const uint32_t view = sketch_.Op(f, "view", "View", {"batch"}, {.role = RecordedRole::kPassesOn});
  const uint32_t weight = sketch_.Op(f, "w", "Weight", {}, {.role = RecordedRole::kReadsVariable});
  const uint32_t product = sketch_.Op(f, "product", "Gemm", {"view", "w"});
  Event(batch, 10, true);
  Event(weight, 11, true);
  Event(product, 20, true);
  static_cast<void>(view);
  EXPECT_EQ(Alerts(), "f::batch:0 origin input; f::w:0 origin variable; f::product:0 inherited");
}

TEST_F(NativeVerdictTest, OfEagerOpsTheRecorderKnowsBest) {
  const auto eager = [&](std::string_view type, int64_t time, Verdict verdict, Source source) {
    const uint32_t op = sketch_.Op(0, "", type);
    call_ = sketch_.Execution(ExecutionKind::kEagerOp, time, type);
    Event(op, time, true, 0, verdict, source);
  };
  eager("Log", 10, Verdict::kOrigin, Source::kOp);
  eager("Mul", 20, Verdict::kInherited, Source::kOp);
  eager("Sum", 30, Verdict::kMasked, Source::kUnknown);
  eager("Cast", 40, Verdict::kOrigin, Source::kInput);
  EXPECT_EQ(Alerts(), "@0:0 origin op; @1:0 inherited; @2:0 masked; @3:0 origin input");
}

TEST_F(NativeVerdictTest, TheRecorderSawInputsWhoseRecordsAreGone) {
  const uint32_t f = Graph("f");
  sketch_.Op(f, "x", "_Arg", {}, {.role = RecordedRole::kReadsInput});
  sketch_.Op(f, "Log", "Log", {"x"});
  const uint32_t mul = sketch_.Op(f, "Mul", "Mul", {"Log"});
  sketch_.Op(f, "result", "_Retval", {"Mul"});
  Event(mul, 30, true, 0, Verdict::kInherited);
  EXPECT_EQ(Alerts(), "f::Mul:0 inherited");
}

TEST_F(NativeVerdictTest, AnOpThatFailedIsAnAlert) {
  const uint32_t f = Graph("f");
  sketch_.Op(f, "x", "_Arg", {}, {.role = RecordedRole::kReadsInput});
  format::IncidentRecord error = {};
  error.time_ns = 7;
  error.op = sketch_.Op(f, "Reshape", "Reshape", {"x"});
  error.execution = call_;
  error.message = sketch_.String("cannot reshape");
  sketch_.Incident(RecordKind::kError, error);
  EXPECT_EQ(Alerts(), "f::Reshape:0 origin op");
  session::RunView& run = session_->runs().front();
  const session::AlertFacts facts = session::Describe(run, run.alerts().front());
  EXPECT_EQ(facts.kind, session::BadKind::kError);
  EXPECT_EQ(facts.message, "cannot reshape");
  EXPECT_EQ(facts.op_type, "Reshape");
}

TEST_F(NativeVerdictTest, TheUsersNamesLeadToWhatRan) {
  const uint32_t f = Graph("model");
  const TraceSketch::OpFacts written = {.flags = kOpAsWritten};
  sketch_.Op(f, "dense/MatMul", "MatMul", {"x"}, written);
  sketch_.Op(f, "dense/BiasAdd", "BiasAdd", {"dense/MatMul"}, written);
  sketch_.Op(f, "dense/Relu", "Relu", {"dense/BiasAdd"}, written);
  sketch_.Op(f, "x", "_Arg", {}, {.role = RecordedRole::kReadsInput});
  const uint32_t fused = sketch_.Op(f, "dense/Relu", "_FusedMatMul", {"x"});
  sketch_.Op(f, "call/tanh", "Tanh", {"dense/Relu"}, {.written = "tanh", .written_graph = "inner"});
  Event(fused, 10, true);
  session::RunView& run = Open();
  for (const char* name : {"dense/Relu", "dense/MatMul", "model::dense/BiasAdd"}) {
    const auto found = session::FindSubject(run, name);
    ASSERT_TRUE(found.ok()) << found.status().message();
    EXPECT_EQ(session::NameOfOp(run, found->op), "model::dense/Relu");
    const auto tensor = session::FindTensor(run, name);
    ASSERT_TRUE(tensor.ok()) << tensor.status().message();
    EXPECT_EQ(tensor->name, "model::dense/Relu:0");
  }
  for (const char* name : {"tanh", "inner::tanh", "call/tanh"}) {
    const auto found = session::FindSubject(run, name);
    ASSERT_TRUE(found.ok()) << found.status().message();
    EXPECT_EQ(session::NameOfOp(run, found->op), "model::call/tanh");
  }
  const auto relu = session::FindSubject(run, "dense/Relu");
  EXPECT_EQ(session::FactsOfNode(run, relu->op).written,
            "written as Relu; ran for dense/BiasAdd, dense/MatMul");
  EXPECT_FALSE(session::FindSubject(run, "dense/Zork").ok());
}

TEST_F(NativeVerdictTest, OperandsOfAnEagerBirthAreWhatItRead) {
  const uint32_t log = sketch_.Op(0, "", "Log");
  call_ = sketch_.Execution(ExecutionKind::kEagerOp, 10, "Log");
  Event(log, 10, true, 0, Verdict::kOrigin, Source::kOp);
  format::IncidentRecord birth = {};
  birth.time_ns = 10;
  birth.op = log;
  birth.execution = call_;
  birth.operand_count = 1;
  birth.verdict = static_cast<uint8_t>(Verdict::kOrigin);
  birth.stack = sketch_.Frame("/srv/eager.py", 3, "main");
  sketch_.Incident(RecordKind::kBadValue, birth);
  const float elements[2] = {0, 1};
  format::TensorEvent operand;
  operand.time_ns = 10;
  operand.op = log;
  operand.execution = call_;
  operand.shape = sketch_.Shape({2});
  operand.dtype = tensor::DType::kF32;
  operand.detail = Detail::kFullTensor;
  operand.checked = Checked::kClean;
  operand.value =
      sketch_.Value(tensor::DType::kF32, operand.shape, std::as_bytes(std::span(elements)));
  sketch_.Event(operand, nullptr, 0, RecordKind::kOperand);
  EXPECT_EQ(Alerts(), "@0:0 origin op");
  session::RunView& run = session_->runs().front();
  const session::AlertFacts facts = session::Describe(run, run.alerts().front());
  ASSERT_TRUE(facts.line.has_value());
  EXPECT_EQ(facts.line->line, 3);
  const auto reads = session::InputsRead(run, run.alerts().front().event);
  ASSERT_EQ(reads.size(), 1u);
  EXPECT_EQ(reads[0].name, "operands/Log_1:0");
  EXPECT_TRUE(session::FindTensor(run, reads[0].name).ok());
  const auto digest = run.run().values->ReadDigest(reads[0].event);
  ASSERT_TRUE(digest.ok());
  EXPECT_EQ(digest->zero, 1) << "from the value itself";
}

// No graph tells who reads an eager value; the recorder does.
TEST_F(NativeVerdictTest, AnEagerValueIsMaskedIfNothingBadCameOfIt) {
  const auto run_op = [&](std::string_view type, int64_t time_ns, Verdict verdict, Source source) {
    call_ = sketch_.Execution(ExecutionKind::kEagerOp, time_ns, type);
    Event(sketch_.Op(0, type, type, {}), time_ns, true, 0, verdict, source);
    return call_;
  };
  const auto read = [&](uint32_t made_by, uint32_t by, int64_t time_ns, format::Reading what) {
    format::ReadingRecord reading = {};
    reading.time_ns = time_ns;
    reading.made_by = made_by;
    reading.execution = by;
    sketch_.Reading(reading, what);
  };
  using format::Reading;
  const uint32_t unread = run_op("Const", 10, Verdict::kOrigin, Source::kConstant);
  read(unread, 0, 10, Reading::kAwaited);
  const uint32_t chosen = run_op("_EagerConst", 20, Verdict::kOrigin, Source::kInput);
  read(chosen, 0, 20, Reading::kAwaited);
  const uint32_t log = run_op("Log", 30, Verdict::kOrigin, Source::kOp);
  const uint32_t mul = run_op("Mul", 40, Verdict::kInherited, Source::kUnknown);
  read(log, mul, 40, Reading::kBad);
  read(mul, 0, 50, Reading::kClean);  // exp(-inf)
  const uint32_t neg = run_op("Neg", 60, Verdict::kInherited, Source::kUnknown);
  read(chosen, neg, 60, Reading::kBad);
  read(neg, 0, 70, Reading::kClean);
  read(neg, 0, 80, Reading::kLeaves);  // into a variable
  run_op("Sqrt", 90, Verdict::kOrigin, Source::kOp);
  EXPECT_EQ(Alerts(),
            "@0:0 masked; @1:0 origin input; @2:0 masked; @3:0 masked; @4:0 inherited; "
            "@5:0 origin op");
}

TEST_F(NativeVerdictTest, StepsAreCountedByTheRecorder) {
  const uint32_t first = sketch_.Execution(ExecutionKind::kEagerOp, 10, "a");
  sketch_.Execution(ExecutionKind::kEagerOp, 20, "b");
  sketch_.Step(100, first + 1);
  const uint32_t third = sketch_.Execution(ExecutionKind::kEagerOp, 30, "c");
  sketch_.Step(200, third);
  const query::Steps& steps = Open().steps();
  EXPECT_EQ(steps.Of(store::ExecutionId(0)), std::nullopt);
  EXPECT_EQ(steps.Of(store::ExecutionId(1)), 100);
  EXPECT_EQ(steps.Of(store::ExecutionId(2)), 200);
}

}  // namespace
}  // namespace tdbg
