#include "importers/native/native_importer.h"

#include <gtest/gtest.h>

#include "base/scratch_directory.h"
#include "format/trace_sketch.h"
#include "importers/trace_reader.h"

namespace tdbg::importers::native {
namespace {

using format::Checked;
using format::ExecutionKind;
using format::IncidentRecord;
using format::kOpAsWritten;
using format::RecordKind;
using format::TensorEvent;
using format::TraceSketch;
using store::EventId;
using store::ExecutionId;
using tensor::DType;

constexpr tensor::Health kHealth = {.elements = 6,
                                    .neg_inf = 0,
                                    .pos_inf = 0,
                                    .nan = 0,
                                    .negative = 1,
                                    .zero = 2,
                                    .positive = 3,
                                    .subnormal = 1,
                                    .min = -1.5,
                                    .max = 0.1,
                                    .mean = 0.25,
                                    .variance = 0.5,
                                    .l2 = 1.75,
                                    .first_bad = -1};

class NativeImporterTest : public testing::Test {
 protected:
  std::unique_ptr<TraceReader> Open(const std::string& path) {
    auto reader = TraceReader::Open(path);
    EXPECT_TRUE(reader.ok()) << reader.status().message();
    EXPECT_TRUE((*reader)->Update({}).ok());
    return *std::move(reader);
  }

  TensorEvent Clean(uint32_t op, uint32_t execution, int64_t time_ns, Detail detail) {
    TensorEvent event;
    event.time_ns = time_ns;
    event.op = op;
    event.execution = execution;
    event.shape = sketch_.Shape({2, 3});
    event.dtype = DType::kF32;
    event.detail = detail;
    event.checked = Checked::kClean;
    return event;
  }

  ScratchDirectory directory_;
  TraceSketch sketch_{directory_.path()};
};

TEST_F(NativeImporterTest, ReadsARunWithAllItsParts) {
  sketch_.Process("full_health", "worker:1", "job-7");
  const uint32_t outer = sketch_.Frame("/srv/train.py", 40, "<module>");
  const uint32_t stack = sketch_.Frame("/srv/train.py", 12, "loss", outer);
  sketch_.Source("/srv/train.py", "import tensorflow as tf\n\nx = 1\n");
  const uint32_t graph = sketch_.Graph("train_step");
  sketch_.Op(graph, "x", "_Arg", {}, {.role = format::RecordedRole::kReadsInput});
  const uint32_t log = sketch_.Op(graph, "Log", "Log", {"x", "^init"}, {.stack = stack});
  const uint32_t call = sketch_.Execution(ExecutionKind::kFunctionCall, 5, "train_step", graph);
  sketch_.Step(3, call);
  TensorEvent event = Clean(log, call, 10, Detail::kFullHealth);
  event.iteration = 2;
  sketch_.Event(event, &kHealth);
  sketch_.Loss("unreadable_tensor", 4);
  sketch_.Finish();

  const auto reader = Open(directory_.path());
  ASSERT_EQ(reader->trace().runs.size(), 1u);
  const store::Run& run = *reader->trace().runs[0];
  EXPECT_EQ(run.format, store::Format::kNative);
  EXPECT_EQ(run.id, format::RunDirectoryName(4711, TraceSketch::kStartNs));
  EXPECT_EQ(run.job, "job-7");
  EXPECT_EQ(run.hosts, (std::vector<std::string>{"worker:1", "host"}));
  EXPECT_EQ(run.framework_version, "2.21.0");
  EXPECT_EQ(run.detail, Detail::kFullHealth);
  EXPECT_EQ(run.end_ns - run.start_ns, 1'000'000'000);

  ASSERT_EQ(run.executions.size(), 1u);
  EXPECT_EQ(run.executions[ExecutionId(0)].step, 3);
  EXPECT_EQ(run.strings[run.graphs.graph(run.executions[ExecutionId(0)].graph).name], "train_step");

  ASSERT_EQ(run.events.size(), 1u);
  const store::TensorEvent row = run.events.Row(EventId(0));
  EXPECT_EQ(row.execution, ExecutionId(0));
  EXPECT_EQ(row.iteration, 2u);
  EXPECT_EQ(run.DeviceName(row.device), "/device:CPU:0");
  const store::Op& op = run.graphs.op(row.op);
  EXPECT_EQ(run.strings[op.name], "Log");
  ASSERT_EQ(op.inputs.size(), 2u);
  EXPECT_EQ(run.strings[op.inputs[0].op], "x");
  EXPECT_EQ(op.inputs[1].slot, store::InputRef::kControl);
  const auto frames = run.stacks.frames(op.stack);
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_EQ(run.stacks.frame(frames[1]).line, 12);
  EXPECT_EQ(run.strings[run.stacks.frame(frames[0]).function], "<module>");
  const auto source = run.values->ReadSource(run.stacks.frame(frames[1]).file);
  ASSERT_TRUE(source.ok());
  EXPECT_EQ(*source, (std::vector<std::string>{"import tensorflow as tf", "", "x = 1"}));

  const auto digest = run.values->ReadDigest(EventId(0));
  ASSERT_TRUE(digest.ok());
  EXPECT_EQ(digest->shape, tensor::Shape({2, 3}));
  EXPECT_EQ(digest->positive, 3);
  EXPECT_EQ(digest->negative, 1);
  EXPECT_EQ(digest->zero, 2);
  EXPECT_EQ(digest->subnormal, 1);
  EXPECT_EQ(digest->min, -1.5);
  EXPECT_EQ(digest->max, 0.1);  // no float32, so it has a word of its own
  EXPECT_NEAR(*digest->l2, 1.75, 1e-6);
  EXPECT_FALSE(run.values->ReadValue(EventId(0)).ok());

  const auto losses = reader->trace().losses.losses();
  ASSERT_EQ(losses.size(), 1u);
  EXPECT_EQ(losses[0].name, "unreadable_tensor");
  EXPECT_EQ(losses[0].count, 4);
}

TEST_F(NativeImporterTest, AFrameMayBelongToALayer) {
  sketch_.Process();
  const uint32_t made = sketch_.Frame("/srv/train.py", 12, "model");
  const uint32_t layer = sketch_.Layer("net/dense", "Dense", made);
  const uint32_t outside = sketch_.Frame("/srv/keras/numpy.py", 9, "log");
  const uint32_t inside = sketch_.Frame("/srv/keras/numpy.py", 9, "log", 0, layer);
  const uint32_t unknown = sketch_.Frame("/srv/keras/numpy.py", 9, "log", 0, 77);
  const uint32_t graph = sketch_.Graph("step");
  sketch_.Op(graph, "a", "Log", {}, {.stack = outside});
  sketch_.Op(graph, "b", "Log", {}, {.stack = inside});
  sketch_.Op(graph, "c", "Log", {}, {.stack = unknown});
  const auto reader = Open(directory_.path());
  const store::Run& run = *reader->trace().runs[0];
  const auto layer_of = [&](std::string_view op) {
    const store::OpId id = run.graphs.FindOp(store::GraphId(0), run.strings.Find(op));
    return run.stacks.frame(run.stacks.frames(run.graphs.op(id).stack).back()).layer;
  };
  EXPECT_FALSE(layer_of("a").valid());
  ASSERT_TRUE(layer_of("b").valid());
  const store::Layer& dense = run.layers[layer_of("b")];
  EXPECT_EQ(run.strings[dense.path], "net/dense");
  EXPECT_EQ(run.strings[dense.type], "Dense");
  EXPECT_EQ(run.stacks.frame(run.stacks.frames(dense.stack).back()).line, 12);
  ASSERT_TRUE(layer_of("c").valid());  // whose own record is missing
  EXPECT_EQ(run.strings[run.layers[layer_of("c")].path], "");
}

TEST_F(NativeImporterTest, ARunFolderAloneIsATrace) {
  sketch_.Process();
  EXPECT_EQ(Open(sketch_.directory())->trace().runs.size(), 1u);
}

TEST_F(NativeImporterTest, EachProcessIsARunAndNewOnesAreFound) {
  sketch_.Process("auto", "worker:0");
  const auto reader = Open(directory_.path());
  EXPECT_EQ(reader->trace().runs.size(), 1u);
  TraceSketch other(directory_.path(), 4712);
  other.Process("auto", "worker:1");
  ASSERT_TRUE(const_cast<TraceReader&>(*reader).Update({}).ok());
  ASSERT_EQ(reader->trace().runs.size(), 2u);
  EXPECT_EQ(reader->trace().runs[1]->hosts[0], "worker:1");
}

TEST_F(NativeImporterTest, FollowsGrowthAcrossThreadsAndSegments) {
  const uint32_t graph = sketch_.Graph("f");
  const uint32_t op = sketch_.Op(graph, "a", "Add", {});
  const auto reader = Open(directory_.path());
  const store::Run& run = *reader->trace().runs[0];
  int64_t time = 0;
  for (int round = 0; round < 4; ++round) {
    const uint32_t call = sketch_.Execution(ExecutionKind::kFunctionCall, time, "f", graph);
    for (int i = 0; i < 3000; ++i) {
      sketch_.Event(Clean(op, call, ++time, Detail::kCurtHealth), nullptr,
                    static_cast<uint32_t>(i % 3));
    }
    ASSERT_TRUE(reader->Update({}).ok());
    ASSERT_EQ(run.executions.size(), static_cast<size_t>(round) + 1);
    ASSERT_EQ(run.events.size(), static_cast<size_t>(round + 1) * 3000);
  }
  for (const EventId event : run.events.ids()) {
    const auto number = static_cast<size_t>(run.events.time_ns[event] - TraceSketch::kStartNs - 1);
    ASSERT_EQ(run.events.execution[event], ExecutionId(number / 3000));
  }
  EXPECT_TRUE(reader->trace().losses.losses().empty());
}

TEST_F(NativeImporterTest, ExecutionsAreInTheOrderOfTheirNumbers) {
  sketch_.Execution(ExecutionKind::kEagerOp, 30, "c", 0, 0, 1);
  sketch_.Execution(ExecutionKind::kEagerOp, 10, "a", 0, 0, 0);
  sketch_.Execution(ExecutionKind::kEagerOp, 20, "b", 0, 0, 1);
  const auto reader = Open(directory_.path());
  const store::Run& run = *reader->trace().runs[0];
  std::string names;
  for (size_t i = 0; i < 3; ++i) names += run.strings[run.executions[ExecutionId(i)].op_type];
  EXPECT_EQ(names, "cab");
}

TEST_F(NativeImporterTest, ThreadsAndEndsOfExecutions) {
  sketch_.Process("curt_health", "", "");
  const uint32_t graph = sketch_.Graph("f");
  const uint32_t op = sketch_.Op(graph, "a", "Add");
  const uint32_t call = sketch_.Execution(ExecutionKind::kFunctionCall, 100, "f", graph, 0, 1);
  sketch_.Event(Clean(op, call, 200, Detail::kCurtHealth), nullptr, 2);
  sketch_.Thread(2, "worker");
  sketch_.ExecutionEnd(call, 300, 1);
  sketch_.ExecutionEnd(4711, 400, 1);  // its begin is gone
  const auto reader = Open(directory_.path());
  const store::Run& run = *reader->trace().runs[0];
  ASSERT_EQ(run.executions.size(), 1u);
  const store::Execution& execution = run.executions[ExecutionId(0)];
  EXPECT_EQ(execution.end_ns - execution.time_ns, 200);
  EXPECT_EQ(run.threads[execution.thread].number, 1u);
  EXPECT_FALSE(run.threads[execution.thread].name.valid());
  const store::ThreadId worker = run.ThreadOf(EventId(0));
  ASSERT_TRUE(worker.valid());
  EXPECT_EQ(run.threads[worker].number, 2u);
  EXPECT_EQ(run.strings[run.threads[worker].name], "worker");
}

TEST_F(NativeImporterTest, OutputsOfAnEagerOpAreItsExecutions) {
  const uint32_t split = sketch_.Op(0, "", "Split");
  sketch_.Execution(ExecutionKind::kEagerOp, 1, "Const");
  const uint32_t run_of_split = sketch_.Execution(ExecutionKind::kEagerOp, 2, "Split");
  for (uint32_t slot = 0; slot < 2; ++slot) {
    TensorEvent event = Clean(split, run_of_split, 3, Detail::kCurtHealth);
    event.slot = slot;
    sketch_.Event(event, nullptr);
  }
  const auto reader = Open(directory_.path());
  const store::Run& run = *reader->trace().runs[0];
  const store::Execution& execution = run.executions[ExecutionId(1)];
  EXPECT_EQ(execution.num_events, 2);
  EXPECT_EQ(execution.num_outputs, 2);
  EXPECT_FALSE(run.events.op[execution.first_event].valid());
  EXPECT_EQ(run.strings[execution.op_type], "Split");
}

TEST_F(NativeImporterTest, GraphsAreWhatWasExecuted) {
  const uint32_t graph = sketch_.Graph("model");
  const uint32_t stack = sketch_.Frame("/srv/model.py", 7, "call");
  const format::TraceSketch::OpFacts written = {.stack = stack, .flags = kOpAsWritten};
  sketch_.Op(graph, "x", "Placeholder", {},
             {.role = format::RecordedRole::kReadsInput, .flags = kOpAsWritten});
  sketch_.Op(graph, "MatMul", "MatMul", {"x", "w"}, written);
  sketch_.Op(graph, "BiasAdd", "BiasAdd", {"MatMul", "b"}, written);
  const uint32_t relu = sketch_.Op(graph, "Relu", "Relu", {"BiasAdd"}, written);
  sketch_.Op(graph, "Sum", "Sum", {"Relu"}, written);
  const auto reader = Open(directory_.path());
  const store::Run& run = *reader->trace().runs[0];
  const auto find = [&](std::string_view name) {
    return run.graphs.FindOp(store::GraphId(0), run.strings.Find(name));
  };
  // As long as nothing is known of what runs, the graph as written is shown.
  EXPECT_EQ(run.graphs.op(find("MatMul")).inputs.size(), 2u);

  sketch_.Op(graph, "x", "_Arg", {}, {.role = format::RecordedRole::kReadsInput});
  sketch_.Op(graph, "w", "ReadVariableOp", {}, {.role = format::RecordedRole::kReadsVariable});
  sketch_.Op(graph, "b", "ReadVariableOp", {}, {.role = format::RecordedRole::kReadsVariable});
  EXPECT_EQ(sketch_.Op(graph, "Relu", "_FusedMatMul", {"x", "w", "b"}), relu);
  sketch_.Op(graph, "Sum", "Sum", {"Relu"});
  ASSERT_TRUE(reader->Update({}).ok());

  const store::Op& fused = run.graphs.op(find("Relu"));
  EXPECT_EQ(run.strings[fused.type], "_FusedMatMul");
  EXPECT_EQ(fused.inputs.size(), 3u);
  EXPECT_TRUE(fused.stack.valid()) << "the executed op has the stack of the written one";
  const store::WrittenOp& source = run.written.at(find("Relu"));
  EXPECT_EQ(run.strings[source.type], "Relu");
  ASSERT_EQ(source.stands_for.size(), 2u);
  EXPECT_EQ(run.strings[source.stands_for[0]], "BiasAdd");
  EXPECT_EQ(run.strings[source.stands_for[1]], "MatMul");
  for (const char* absorbed : {"MatMul", "BiasAdd"}) {
    EXPECT_EQ(run.graphs.op(find(absorbed)).ran_inside, find("Relu"));
    EXPECT_TRUE(run.graphs.op(find(absorbed)).inputs.empty());
  }
  EXPECT_FALSE(run.written.contains(find("Sum")));
}

// sigmoid → log, which an optimiser put together under a name of its own.
TEST_F(NativeImporterTest, OpsThatWerePutTogetherAreKnownOneByOne) {
  const uint32_t graph = sketch_.Graph("loss");
  const uint32_t stack = sketch_.Frame("/srv/loss.py", 9, "loss");
  const format::TraceSketch::OpFacts as_written = {.flags = kOpAsWritten};
  sketch_.Op(graph, "Sigmoid", "Sigmoid", {"x"}, as_written);
  sketch_.Op(graph, "log", "Log", {"Sigmoid"}, {.stack = stack, .flags = kOpAsWritten});
  sketch_.Op(graph, "x", "_Arg", {}, {.role = format::RecordedRole::kReadsInput});
  sketch_.Op(graph, "log/unary_ops_composition", "_UnaryOpsComposition", {"x"},
             {.fused = "Sigmoid,Log"});
  const auto reader = Open(directory_.path());
  const store::Run& run = *reader->trace().runs[0];
  const auto find = [&](std::string_view name) {
    return run.graphs.FindOp(store::GraphId(0), run.strings.Find(name));
  };
  const store::OpId executed = find("log/unary_ops_composition");
  EXPECT_TRUE(run.graphs.op(executed).stack.valid()) << "that of the last one";
  const store::WrittenOp& written = run.written.at(executed);
  EXPECT_EQ(run.strings[written.name], "log");
  ASSERT_EQ(written.fused.size(), 2u);
  EXPECT_EQ(run.strings[written.fused[0].type], "Sigmoid");
  EXPECT_EQ(written.fused[0].op, find("Sigmoid"));
  EXPECT_EQ(written.fused[1].op, find("log"));
  EXPECT_EQ(run.graphs.op(find("log")).ran_inside, executed);
  ASSERT_TRUE(run.written_inputs.contains(find("log")));
  EXPECT_EQ(run.strings[run.written_inputs.at(find("log"))[0].op], "Sigmoid");
}

TEST_F(NativeImporterTest, AnInlinedOpKeepsTheNameItWasGiven) {
  const uint32_t inner = sketch_.Graph("inner");
  const format::TraceSketch::OpFacts as_written = {.flags = kOpAsWritten};
  sketch_.Op(inner, "mul", "Mul", {"x"}, as_written);
  sketch_.Op(inner, "tanh", "Tanh", {"mul"}, as_written);
  const uint32_t outer = sketch_.Graph("outer");
  sketch_.Op(outer, "call/tanh", "_MklTanh", {"x"}, {.written = "tanh", .written_graph = "inner"});
  const auto reader = Open(directory_.path());
  const store::Run& run = *reader->trace().runs[0];
  const store::OpId executed = run.graphs.FindOp(store::GraphId(1), run.strings.Find("call/tanh"));
  const store::WrittenOp& source = run.written.at(executed);
  EXPECT_EQ(run.strings[source.name], "tanh");
  EXPECT_EQ(run.strings[source.graph], "inner");
  ASSERT_EQ(source.stands_for.size(), 1u);
  EXPECT_EQ(run.strings[source.stands_for[0]], "mul");
  const store::OpId written = run.graphs.FindOp(store::GraphId(0), run.strings.Find("tanh"));
  EXPECT_EQ(run.graphs.op(written).ran_inside, executed);
}

// Split on one device, Log on another, which receives the second part.
TEST_F(NativeImporterTest, WhatComesFromAnotherDeviceWasMadeThere) {
  const uint32_t graph = sketch_.Graph("loss");
  sketch_.Op(graph, "split", "Split", {"x"}, {.device = "/device:CPU:1"});
  sketch_.Op(graph, "split/_2", "_Recv", {"split:1"}, {.role = format::RecordedRole::kPassesOn});
  const uint32_t log = sketch_.Op(graph, "Log", "Log", {"split/_2"});
  const uint32_t call = sketch_.Execution(ExecutionKind::kFunctionCall, 1, "loss", graph);
  sketch_.Event(Clean(log, call, 20, Detail::kCurtHealth), nullptr);
  IncidentRecord incident = {};
  incident.time_ns = 20;
  incident.op = log;
  incident.execution = call;
  incident.operand_count = 1;
  sketch_.Incident(RecordKind::kBadValue, incident);
  sketch_.Event(Clean(log, call, 20, Detail::kFullHealth), &kHealth, 0, RecordKind::kOperand);

  const auto reader = Open(directory_.path());
  const store::Run& run = *reader->trace().runs[0];
  const auto find = [&](std::string_view name) {
    return run.graphs.FindOp(store::GraphId(0), run.strings.Find(name));
  };
  const store::Op& receive = run.graphs.op(find("split/_2"));
  EXPECT_EQ(receive.sender, find("split"));
  EXPECT_EQ(receive.sender_slot, 1);
  EXPECT_TRUE(receive.inputs.empty());
  ASSERT_EQ(run.events.size(), 2u);
  const EventId operand(1);
  EXPECT_EQ(run.events.op[operand], find("split"));
  EXPECT_EQ(run.events.slot[operand], 1);
}

// A session runs "mul" for one result with the seed of a gradient, for another with what "tile"
// made: the definition that came last says nothing of an incident before it.
TEST_F(NativeImporterTest, OperandsAreThoseOfTheOpThatRan) {
  const uint32_t graph = sketch_.Graph("session");
  const uint32_t mul = sketch_.Op(graph, "mul", "Mul", {"tile"});
  format::OpRecord other = {};
  other.id = mul + 7;
  other.graph = graph;
  other.name = sketch_.String("mul");
  other.type = sketch_.String("Mul");
  other.output_count = 1;
  sketch_.Define(other, {{sketch_.String("seed"), 0}});
  const uint32_t call = sketch_.Execution(ExecutionKind::kSessionRun, 1, "", graph);
  sketch_.Event(Clean(mul, call, 20, Detail::kCurtHealth), nullptr);
  IncidentRecord incident = {};
  incident.time_ns = 20;
  incident.op = mul;
  incident.execution = call;
  incident.operand_count = 1;
  sketch_.Incident(RecordKind::kBadValue, incident);
  sketch_.Event(Clean(mul, call, 20, Detail::kFullHealth), &kHealth, 0, RecordKind::kOperand);

  const auto reader = Open(directory_.path());
  const store::Run& run = *reader->trace().runs[0];
  ASSERT_EQ(run.events.size(), 2u);
  const store::Op& made = run.graphs.op(run.events.op[EventId(1)]);
  EXPECT_EQ(run.strings[made.name], "tile");
}

// Softmax -> Identity -> Log: the operand of Log is what the alias passed on.
TEST_F(NativeImporterTest, OperandsOfABirthAreKeptWithWhatMadeThem) {
  const uint32_t graph = sketch_.Graph("loss");
  const uint32_t softmax = sketch_.Op(graph, "Softmax", "Softmax", {"x"});
  sketch_.Op(graph, "Identity", "Identity", {"Softmax"},
             {.role = format::RecordedRole::kPassesOn, .device = ""});
  const uint32_t log = sketch_.Op(graph, "Log", "Log", {"Identity"});
  const uint32_t mul = sketch_.Op(graph, "Mul", "Mul", {"Softmax", "Log"});
  const uint32_t call = sketch_.Execution(ExecutionKind::kFunctionCall, 1, "loss", graph);
  sketch_.Event(Clean(softmax, call, 10, Detail::kCurtHealth), nullptr, 1);
  TensorEvent bad = Clean(log, call, 20, Detail::kFullHealth);
  bad.checked = Checked::kBad;
  bad.judgement = {Verdict::kOrigin, Source::kOp};
  tensor::Health health = kHealth;
  health.positive = 2;
  health.neg_inf = 1;
  health.first_bad = 4;
  sketch_.Event(bad, &health);
  IncidentRecord incident = {};
  incident.time_ns = 20;
  incident.op = log;
  incident.execution = call;
  incident.operand_count = 1;
  incident.stack = sketch_.Frame("/srv/loss.py", 9, "loss");
  incident.verdict = static_cast<uint8_t>(Verdict::kMasked);
  sketch_.Incident(RecordKind::kBadValue, incident);
  const float elements[6] = {0, 0, 1, 2, 3, 4};
  TensorEvent operand = Clean(log, call, 20, Detail::kFullTensor);
  operand.value = sketch_.Value(DType::kF32, operand.shape, std::as_bytes(std::span(elements)));
  sketch_.Event(operand, &kHealth, 0, RecordKind::kOperand);
  // Mul's operand 0 is an event that is there; its value is added to it.
  sketch_.Event(Clean(mul, call, 30, Detail::kCurtHealth), nullptr);
  incident.time_ns = 30;
  incident.op = mul;
  sketch_.Incident(RecordKind::kBadValue, incident);
  operand.op = mul;
  operand.time_ns = 30;
  sketch_.Event(operand, &kHealth, 0, RecordKind::kOperand);

  const auto reader = Open(directory_.path());
  const store::Run& run = *reader->trace().runs[0];
  ASSERT_EQ(run.events.size(), 4u);
  for (const EventId event : run.events.ids()) {
    EXPECT_EQ(run.DeviceName(run.events.device[event]), "/device:CPU:0") << "or where it was read";
  }
  const auto event_of = [&](std::string_view name) {
    const store::OpId op = run.graphs.FindOp(store::GraphId(0), run.strings.Find(name));
    for (const EventId event : run.events.ids()) {
      if (run.events.op[event] == op) return event;
    }
    return EventId();
  };
  const EventId born = event_of("Log");
  EXPECT_EQ(run.events.judgement[born].verdict, Verdict::kMasked) << "settled late";
  EXPECT_TRUE(run.graphs.op(run.events.op[born]).stack.valid());
  EXPECT_EQ(run.values->ReadDigest(born)->first_bad, 4);
  ASSERT_TRUE(run.operands.contains(born));
  const EventId made = event_of("Identity");
  ASSERT_TRUE(made.valid());
  EXPECT_EQ(run.operands.at(born), std::vector<EventId>{made});
  EXPECT_LT(run.events.time_ns[made], run.events.time_ns[born]);
  for (const EventId event : {made, event_of("Softmax")}) {
    EXPECT_EQ(run.events.detail[event], Detail::kFullTensor);
    const auto value = run.values->ReadValue(event);
    ASSERT_TRUE(value.ok()) << value.status().message();
    EXPECT_EQ(std::memcmp(value->view().data, elements, sizeof elements), 0);
  }
  EXPECT_EQ(run.operands.at(event_of("Mul")), std::vector<EventId>{event_of("Softmax")});
}

TEST_F(NativeImporterTest, StringsHaveNoValue) {
  const uint32_t graph = sketch_.Graph("f");
  const uint32_t op = sketch_.Op(graph, "AsString", "AsString", {});
  TensorEvent event = Clean(op, sketch_.Execution(ExecutionKind::kFunctionCall, 5, "f", graph), 20,
                            Detail::kFullTensor);
  event.dtype = DType::kString;
  sketch_.Event(event, nullptr);
  const auto reader = Open(directory_.path());
  const auto value = reader->trace().runs[0]->values->ReadValue(EventId(0));
  EXPECT_EQ(value.status().message(), "elements without numbers are not recorded");
}

TEST_F(NativeImporterTest, AnOpThatFailedIsAnEventOfItsOwn) {
  const uint32_t graph = sketch_.Graph("f");
  const uint32_t op = sketch_.Op(graph, "Reshape", "Reshape", {"x"});
  IncidentRecord error = {};
  error.time_ns = 7;
  error.op = op;
  error.execution = sketch_.Execution(ExecutionKind::kFunctionCall, 1, "f", graph);
  error.message = sketch_.String("cannot reshape 6 elements to [4]");
  sketch_.Incident(RecordKind::kError, error);
  const auto reader = Open(directory_.path());
  const store::Run& run = *reader->trace().runs[0];
  ASSERT_EQ(run.events.size(), 1u);
  EXPECT_EQ(run.events.badness[EventId(0)], store::Badness::kFailed);
  EXPECT_EQ(run.strings[run.failures.at(EventId(0)).message], "cannot reshape 6 elements to [4]");
}

TEST_F(NativeImporterTest, WhatWasNeverDefinedIsCounted) {
  sketch_.Event(Clean(99, 77, 1, Detail::kCurtHealth), nullptr);
  const auto reader = Open(directory_.path());
  const store::Run& run = *reader->trace().runs[0];
  EXPECT_EQ(run.strings[run.graphs.op(run.events.op[EventId(0)]).name], "op 99");
  EXPECT_EQ(run.executions.size(), 1u);
  const auto losses = reader->trace().losses.losses();
  ASSERT_EQ(losses.size(), 1u);
  EXPECT_EQ(losses[0].name, "unrecorded_op");
}

}  // namespace
}  // namespace tdbg::importers::native
