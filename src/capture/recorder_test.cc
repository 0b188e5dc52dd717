#include "capture/recorder.h"

#include <cmath>
#include <limits>
#include <thread>

#include <gtest/gtest.h>

#include "base/scratch_directory.h"
#include "capture/recorded_run.h"
#include "capture/text.h"

// A recorder is never destroyed: threads of a framework may call until the very end.
extern "C" const char* __asan_default_options() { return "detect_leaks=0"; }

namespace tdbg::capture {
namespace {

using format::Checked;
using tensor::DType;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

struct Floats {
  std::vector<float> values;
  std::vector<int64_t> dims;

  explicit Floats(std::vector<float> v)
      : values(std::move(v)), dims{static_cast<int64_t>(values.size())} {}
  tdbg_tensor tensor() const {
    return {.data = values.data(),
            .bytes = values.size() * sizeof(float),
            .dims = dims.data(),
            .rank = 1,
            .dtype = static_cast<uint32_t>(DType::kF32),
            .flags = TDBG_FOLLOWED};
  }
};

// A program of one thread.
class Program {
 public:
  explicit Program(std::initializer_list<std::pair<const char*, const char*>> settings) {
    for (const auto& [key, value] : settings) EXPECT_TRUE(settings_.Set(key, value).ok()) << key;
    recorder_ = new Recorder(settings_, &recording_, ops_, definitions_);
    const Status status = recorder_->Start(directory_.PathOf("trace"), "");
    EXPECT_TRUE(status.ok()) << status.message();
    log_ = recorder_->AcquireLog();
  }

  uint32_t DefineOp(std::string_view name, std::string_view type, uint32_t role = TDBG_COMPUTES,
                    uint32_t flags = TDBG_MAY_GIVE_BIRTH) {
    tdbg_op op = {};
    op.graph = recorder_->definitions().Graph("g", "train", 0);
    op.name = Text(name);
    op.type = Text(type);
    op.output_count = 1;
    op.role = role;
    op.flags = flags;
    return recorder_->definitions().Op(op);
  }

  uint64_t Begin(uint32_t kind = TDBG_FUNCTION_CALL) {
    return recorder_->ExecutionBegins(
        *log_,
        {.kind = kind, .graph = 1, .stack = 0, .name = recorder_->definitions().String("train")});
  }
  void End(uint64_t execution, uint32_t flags = TDBG_UPDATES) {
    recorder_->ExecutionEnds(*log_, execution, flags);
  }

  void Run(uint64_t execution, uint32_t op, const Floats& output,
           std::vector<const Floats*> inputs = {}, uint32_t bound = 0) {
    const tdbg_tensor tensor = output.tensor();
    tdbg_op_run run = RunOf(execution, op, inputs);
    run.bound = bound;
    run.outputs = &tensor;
    run.output_count = 1;
    if (recorder_->PlanOf(op) & TDBG_PLAN_OUTPUTS) recorder_->OpDone(*log_, run);
  }

  void Fail(uint64_t execution, uint32_t op, std::string_view message,
            std::vector<const Floats*> inputs) {
    recorder_->OpFailed(*log_, RunOf(execution, op, inputs), message);
  }

  RecordedRun Stop() {
    recorder_->Stop();
    EXPECT_EQ(recording_, 0u);
    return ReadOnlyRun(directory_.PathOf("trace"));
  }

  Recorder& recorder() { return *recorder_; }
  ThreadLog& log() { return *log_; }
  const ScratchDirectory& directory() const { return directory_; }

 private:
  // nullptr among the inputs: it cannot be read any more.
  static int Input(void* context, uint32_t index, tdbg_tensor* tensor) {
    const Floats* input = (*static_cast<std::vector<const Floats*>*>(context))[index];
    if (input == nullptr) return 1;
    *tensor = input->tensor();
    return 0;
  }
  static tdbg_op_run RunOf(uint64_t execution, uint32_t op, std::vector<const Floats*>& inputs) {
    tdbg_op_run run = {};
    run.op = op;
    run.execution = execution;
    run.input_count = static_cast<uint32_t>(inputs.size());
    run.input = Input;
    run.context = &inputs;
    return run;
  }

  ScratchDirectory directory_;
  Settings settings_;
  uint32_t recording_ = 0;
  OpTable ops_;
  Definitions definitions_{ops_};
  Recorder* recorder_;
  ThreadLog* log_;
};

TEST(Recorder, EveryMode) {
  const std::pair<const char*, Detail> modes[] = {
      {"no_tensor", Detail::kNoTensor},
      {"curt_health", Detail::kCurtHealth},
      {"concise_health", Detail::kConciseHealth},
      {"full_health", Detail::kFullHealth},
      {"shape", Detail::kShape},
      {"full_tensor", Detail::kFullTensor},
      {"auto", Detail::kFullHealth},
  };
  for (const auto& [mode, detail] : modes) {
    SCOPED_TRACE(mode);
    Program program({{"mode", mode}, {"worker", "w0"}});
    const uint32_t op = program.DefineOp("m", "MatMul");
    EXPECT_EQ(program.DefineOp("m", "MatMul"), op);
    const uint64_t execution = program.Begin();
    program.Run(execution, op, Floats({1, -2, 0, 4}));
    program.End(execution);
    const RecordedRun run = program.Stop();

    ASSERT_EQ(run.events.size(), 1u);
    const format::DecodedTensorEvent& event = run.events[0];
    EXPECT_EQ(event.event.detail, detail);
    EXPECT_EQ(event.event.op, op);
    EXPECT_EQ(event.event.execution, execution);
    EXPECT_EQ(event.event.dtype, DType::kF32);
    EXPECT_EQ(run.shapes.at(event.event.shape), std::vector<int64_t>{4});
    const bool reads = detail != Detail::kNoTensor && detail != Detail::kShape;
    EXPECT_EQ(event.event.checked, reads ? Checked::kClean : Checked::kUnknown);
    if (detail == Detail::kFullHealth || detail == Detail::kFullTensor) {
      EXPECT_EQ(event.health.zero, 1);
      EXPECT_EQ(event.health.negative, 1);
      EXPECT_EQ(event.health.max, 4);
    }
    EXPECT_EQ(event.event.value.has_value(), detail == Detail::kFullTensor);
    if (event.event.value) {
      EXPECT_EQ(run.ValueOf(*event.event.value).size(), 16u);
    }

    ASSERT_EQ(run.processes.size(), 1u);
    EXPECT_EQ(run.strings.at(run.processes[0].mode), mode);
    EXPECT_EQ(run.strings.at(run.processes[0].worker), "w0");
    ASSERT_EQ(run.ops.size(), 1u);
    EXPECT_EQ(run.strings.at(run.ops[0].type), "MatMul");
    EXPECT_EQ(run.executions.size(), 1u);
    EXPECT_EQ(run.ends.size(), 1u);
    EXPECT_EQ(run.ends_of_run, 1u);
    EXPECT_TRUE(run.losses.empty());
    for (const auto& segment : run.segments) EXPECT_TRUE(segment.finished && !segment.damage);
  }
}

TEST(Recorder, ABirthIsExplained) {
  Program program({});
  const uint32_t softmax = program.DefineOp("p", "Softmax");
  const uint32_t log = program.DefineOp("l", "Log");
  const uint32_t sum = program.DefineOp("s", "Sum");
  const uint64_t execution = program.Begin();
  const Floats p({0.5f, 0.0f, 0.5f});
  const Floats logs({-0.7f, -std::numeric_limits<float>::infinity(), -0.7f});
  program.Run(execution, softmax, p, {});
  program.Run(execution, log, logs, {&p});
  program.Run(execution, sum, Floats({-std::numeric_limits<float>::infinity()}), {&logs});
  program.End(execution);
  const RecordedRun run = program.Stop();

  ASSERT_EQ(run.events.size(), 3u);
  EXPECT_EQ(run.events[0].event.judgement.verdict, Verdict::kUnknown);
  const auto& born = run.events[1];
  EXPECT_EQ(born.event.checked, Checked::kBad);
  EXPECT_EQ(born.event.judgement.verdict, Verdict::kOrigin);
  EXPECT_EQ(born.event.judgement.source, Source::kOp);
  EXPECT_EQ(born.health.neg_inf, 1);
  EXPECT_EQ(born.health.first_bad, 1);
  ASSERT_TRUE(born.event.value.has_value());
  EXPECT_EQ(run.ValueOf(*born.event.value),
            std::string(reinterpret_cast<const char*>(logs.values.data()), 12));
  EXPECT_EQ(run.events[2].event.judgement.verdict, Verdict::kInherited);

  ASSERT_EQ(run.incidents.size(), 2u);
  EXPECT_EQ(run.incidents[0].op, log);
  EXPECT_EQ(run.incidents[0].operand_count, 1u);
  ASSERT_EQ(run.operands.size(), 2u);
  EXPECT_EQ(run.operands[0].health.zero, 1);
  ASSERT_TRUE(run.operands[0].event.value.has_value());
  EXPECT_EQ(run.ValueOf(*run.operands[0].event.value).size(), 12u);
  EXPECT_FALSE(run.operands[1].event.value.has_value()) << "inherited";
}

TEST(Recorder, VerdictsByRole) {
  Program program({{"mode", "curt_health"}});
  const std::pair<uint32_t, Source> roles[] = {{TDBG_READS_CONSTANT, Source::kConstant},
                                               {TDBG_READS_VARIABLE, Source::kVariable},
                                               {TDBG_READS_INPUT, Source::kInput}};
  for (const auto& [role, source] : roles) {
    const uint32_t op = program.DefineOp("op" + std::to_string(role), "Read", role);
    program.Run(program.Begin(), op, Floats({kNan, static_cast<float>(role)}));
  }
  const uint32_t variable = program.DefineOp("v", "ReadVariableOp", TDBG_READS_VARIABLE);
  program.Run(program.Begin(), variable, Floats({kNan}));
  const uint32_t alias = program.DefineOp("i", "Identity", TDBG_PASSES_ON);
  program.Run(program.Begin(), alias, Floats({kNan}));
  const RecordedRun run = program.Stop();
  ASSERT_EQ(run.events.size(), 4u) << "an alias is not recorded";
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(run.events[i].event.judgement.verdict, Verdict::kOrigin);
    EXPECT_EQ(run.events[i].event.judgement.source, roles[i].second);
    EXPECT_EQ(run.events[i].health.nan, 1) << "a bad tensor is counted, even in curt mode";
  }
  EXPECT_EQ(run.events[3].event.judgement.verdict, Verdict::kInherited)
      << "the bad input reached it";
}

// A session runs its graph for other results, and an op that keeps its name reads something else.
TEST(Recorder, AnOpThatReadsSomethingElseIsAnother) {
  Program program({});
  Definitions& definitions = program.recorder().definitions();
  const auto define = [&](std::string_view input, uint32_t flags) {
    const tdbg_text inputs[] = {Text(input)};
    tdbg_op op = {};
    op.graph = definitions.Graph("session", "", 0);
    op.name = Text("mul");
    op.type = Text("Mul");
    op.inputs = inputs;
    op.input_count = 1;
    op.flags = flags;
    return definitions.Op(op);
  };
  const uint32_t written = define("a", TDBG_AS_WRITTEN);
  const uint32_t first = define("b", 0), second = define("c", 0);
  EXPECT_EQ(first, written);
  EXPECT_NE(second, first);
  EXPECT_EQ(define("b", 0), first);
  EXPECT_EQ(define("c", 0), second);
  program.Stop();
}

// What was read or made before comes out of another op once more: a dataset behind a dataset, a
// function's call.
TEST(Recorder, ValuesThatWereSeenBefore) {
  Program program({});
  const uint32_t shard = program.DefineOp("shard", "GetNext", TDBG_READS_INPUT);
  const uint32_t optional = program.DefineOp("optional", "GetValue", TDBG_READS_INPUT);
  const uint32_t call = program.DefineOp("call", "RemoteCall", TDBG_COMPUTES, TDBG_CALLS);
  const uint32_t divide = program.DefineOp("divide", "Div", TDBG_COMPUTES);
  const Floats bad({1, kNan});
  for (const uint32_t op : {shard, optional, call, divide, shard}) {
    program.Run(program.Begin(), op, bad);
  }
  program.Run(program.Begin(), optional, Floats({2, kNan}));
  const Floats sum({3, kNan});
  const uint32_t reduce = program.DefineOp("reduce", "CollectiveReduce", TDBG_READS_INPUT);
  program.Run(program.Begin(), reduce, sum, {&bad});
  const uint32_t next = program.DefineOp("next", "GetNext", TDBG_READS_INPUT, TDBG_CALLS);
  program.Run(program.Begin(), next, Floats({4, kNan}));
  const RecordedRun run = program.Stop();
  const Verdict expected[] = {Verdict::kOrigin,    Verdict::kInherited, Verdict::kInherited,
                              Verdict::kOrigin,    Verdict::kOrigin,    Verdict::kOrigin,
                              Verdict::kInherited, Verdict::kInherited};
  ASSERT_EQ(run.events.size(), std::size(expected));
  for (size_t i = 0; i < run.events.size(); ++i) {
    EXPECT_EQ(run.events[i].event.judgement.verdict, expected[i]) << "event " << i;
  }
}

// Inputs of which nothing bad can be made need not be kept; but one must be sure.
TEST(Recorder, BoundsOfOutputs) {
  Program program({{"mode", "auto"}});
  const uint32_t make = program.DefineOp("make", "MatMul");
  Floats x(std::vector<float>(1000, 2.0f));
  const uint64_t call = program.Begin();
  const auto bound = [&] {
    const tdbg_tensor inputs[] = {x.tensor(), x.tensor()};
    return program.recorder().BoundOf(TDBG_GROWS_LIKE_PRODUCT, inputs);
  };
  const auto make_x = [&](float one_of_them) {
    x.values[7] = one_of_them;
    program.Run(call, make, x);
  };
  EXPECT_EQ(bound(), 0u) << "nobody has measured it";
  make_x(2);
  EXPECT_NE(bound(), 0u);
  make_x(1e30f);
  EXPECT_EQ(bound(), 0u) << "they may overflow";
  make_x(2);
  make_x(kNan);
  EXPECT_EQ(bound(), 0u) << "bad ones";
  make_x(2);
  program.recorder().MemoryFreed(x.values.data());
  EXPECT_EQ(bound(), 0u) << "something else may come to its place";
  make_x(2);
  program.recorder().SetEnabled(false);
  program.recorder().SetEnabled(true);
  EXPECT_EQ(bound(), 0u) << "something else may have been put there";
  make_x(2);
  EXPECT_NE(bound(), 0u);
  EXPECT_TRUE(program.recorder().PlanOf(make) & TDBG_PLAN_BOUND);
  EXPECT_TRUE(program.recorder().Set("op_type", "M").ok());
  EXPECT_FALSE(program.recorder().PlanOf(make) & TDBG_PLAN_BOUND) << "not all ops are measured";
  program.End(call);
  program.Stop();
}

// In the steps of full statistics it is seen whether that was right.
TEST(Recorder, WhatIsRuledOutIsNotRead) {
  Program program({{"mode", "auto"}});
  const uint32_t make = program.DefineOp("make", "MatMul");
  const Floats bad(std::vector<float>(2000, kNan));
  constexpr uint32_t kBound = 130;
  for (int step = 0; step < 11; ++step) program.End(program.Begin());
  const auto run_step = [&] {
    const uint64_t call = program.Begin();
    program.Run(call, make, bad, {}, kBound);
    program.End(call);
  };
  run_step();  // step 11
  for (int step = 12; step < 20; ++step) program.End(program.Begin());
  run_step();
  const std::vector<float> one(4, 1.0f);
  EXPECT_EQ(program.recorder().BoundOf(TDBG_GROWS_LIKE_SUM, std::vector{Floats(one).tensor()}), 0u)
      << "an op that does not keep to it is not trusted, nor is any other";
  const RecordedRun run = program.Stop();
  ASSERT_EQ(run.events.size(), 2u);
  EXPECT_EQ(run.events[0].event.checked, format::Checked::kClean);
  EXPECT_EQ(run.events[0].event.detail, Detail::kShape);
  EXPECT_EQ(run.events[1].event.checked, format::Checked::kBad);
  EXPECT_EQ(run.losses.at("capture_disproved"), 1u);
}

TEST(Recorder, AnInputThatIsGone) {
  Program program({});
  const uint32_t op = program.DefineOp("a", "Mul");
  const Floats bad({kNan});
  const uint64_t first = program.Begin();
  program.Run(first, op, bad, {nullptr});
  program.Run(first, op, bad, {nullptr});
  const RecordedRun run = program.Stop();
  ASSERT_EQ(run.events.size(), 2u);
  EXPECT_EQ(run.events[0].event.judgement.verdict, Verdict::kOrigin);
  EXPECT_EQ(run.events[1].event.judgement.verdict, Verdict::kInherited)
      << "of the earlier one, for all we know";
}

TEST(Recorder, AFailedOp) {
  Program program({});
  const uint32_t op = program.DefineOp("a", "MatMul");
  const Floats input({1, 2});
  program.Fail(program.Begin(), op, "shapes do not fit", {&input, nullptr});
  const RecordedRun run = program.Stop();
  ASSERT_EQ(run.errors.size(), 1u);
  EXPECT_EQ(run.strings.at(run.errors[0].message), "shapes do not fit");
  ASSERT_EQ(run.operands.size(), 2u);
  EXPECT_EQ(run.operands[0].health.max, 2);
  EXPECT_EQ(run.operands[1].event.dtype, DType::kInvalid);
}

TEST(Recorder, AutoLooksCloserNowAndThen) {
  Program program({{"every", "7"}});
  const uint32_t op = program.DefineOp("a", "Add");
  for (int step = 0; step < 40; ++step) {
    const uint64_t execution = program.Begin();
    program.Run(execution, op, Floats({step == 30 ? kNan : 1.0f}));
    program.End(execution);
  }
  const RecordedRun run = program.Stop();
  ASSERT_EQ(run.events.size(), 40u);
  for (int step = 0; step < 40; ++step) {
    const bool full = step < 10 || step % 7 == 0 || (step > 30 && step <= 32);
    const Detail detail = run.events[static_cast<size_t>(step)].event.detail;
    EXPECT_EQ(detail, step == 30 ? Detail::kFullTensor
                      : full     ? Detail::kFullHealth
                                 : Detail::kCurtHealth)
        << step;
  }
  EXPECT_EQ(run.steps.back().step, 40);
}

TEST(Recorder, BoundedWhenAllTurnsBad) {
  Program program({});
  const uint32_t op = program.DefineOp("a", "Log");
  const Floats clean({0});
  const Floats bad({kNan});
  for (int step = 0; step < 30; ++step) {
    const uint64_t execution = program.Begin();
    for (int i = 0; i < 150; ++i) program.Run(execution, op, bad, {i < 130 ? &clean : &bad});
    program.End(execution);
  }
  const RecordedRun run = program.Stop();
  EXPECT_EQ(run.events.size(), 30u * 150u);
  EXPECT_EQ(run.incidents.size(), 30u * 120u);
  size_t values = 0;
  for (const auto& event : run.events) values += event.event.value.has_value();
  EXPECT_EQ(values, 200u);
  EXPECT_EQ(run.losses.at("capture_unkept_value"), 30u * 100u - 200u);
  EXPECT_EQ(run.losses.at("capture_unkept_operands"), 30u * 30u);
}

TEST(Recorder, Filters) {
  Program program({{"op_type", "Mat"}, {"steps", "1:3"}, {"mode", "shape"}});
  const uint32_t wanted = program.DefineOp("a", "MatMul");
  const uint32_t other = program.DefineOp("b", "Add");
  for (int step = 0; step < 4; ++step) {
    const uint64_t execution = program.Begin();
    program.Run(execution, wanted, Floats({1}));
    program.Run(execution, other, Floats({1}));
    program.End(execution);
  }
  EXPECT_TRUE(program.recorder().Set("steps", ":").ok());
  EXPECT_TRUE(program.recorder().Set("op_type", "Add").ok());
  program.Run(program.Begin(), wanted, Floats({1}));
  program.Run(program.Begin(), other, Floats({1}));
  const RecordedRun run = program.Stop();
  ASSERT_EQ(run.events.size(), 3u);
  EXPECT_EQ(run.events[0].event.op, wanted);
  EXPECT_EQ(run.events[2].event.op, other);
}

TEST(Recorder, WhatIsNotThere) {
  Program program({{"mode", "full_health"}});
  const uint32_t op = program.DefineOp("a", "Add");
  const int64_t dims[] = {1000};
  tdbg_tensor tensor = {
      .data = nullptr, .bytes = 4000, .dims = dims, .rank = 1, .dtype = 1, .flags = 0};
  tdbg_op_run run = {};
  run.op = op;
  run.outputs = &tensor;
  run.output_count = 1;
  program.recorder().OpDone(program.log(), run);
  const float few[10] = {};
  tensor.data = few;
  tensor.bytes = sizeof few;
  program.recorder().OpDone(program.log(), run);
  tensor = {.data = nullptr, .bytes = 0, .dims = dims, .rank = 1, .dtype = 7, .flags = 0};
  program.recorder().OpDone(program.log(), run);
  tensor.dtype = 12345;
  program.recorder().OpDone(program.log(), run);
  run.op = 999;
  program.recorder().OpDone(program.log(), run);
  EXPECT_EQ(program.recorder().PlanOf(999), 0u);
  const RecordedRun recorded = program.Stop();
  EXPECT_EQ(recorded.events.size(), 4u);
  EXPECT_EQ(recorded.losses.at("capture_unreadable_tensor"), 2u);
}

TEST(Recorder, StacksAndSources) {
  Program program({});
  program.directory().Append("a.py", "print(1)\n");
  const std::string path = program.directory().PathOf("a.py");
  const tdbg_frame frames[] = {{Text(path), Text("main"), 1, 0, 0, 0},
                               {Text(path), Text("f"), 7, 0, 0, 0}};
  Definitions& definitions = program.recorder().definitions();
  const uint32_t stack = definitions.Stack(frames);
  EXPECT_EQ(definitions.Stack(frames), stack);
  EXPECT_NE(definitions.Stack({frames, 1}), stack);
  const tdbg_frame nowhere[] = {{Text("<stdin>"), Text("g"), 1, 0, 0, 0}};
  definitions.Stack(nowhere);
  // What no file holds is told by the program, once.
  definitions.Source("<stdin>", "print(2)\n");
  definitions.Source("<stdin>", "print(3)\n");
  definitions.Source(path, "print(3)\n");
  const RecordedRun run = program.Stop();
  EXPECT_EQ(run.frames.size(), 3u);
  EXPECT_EQ(run.sources.at(path), "print(1)\n");
  EXPECT_EQ(run.sources.at("<stdin>"), "print(2)\n");
  EXPECT_EQ(run.sources.size(), 2u);
}

// Two calls in one line are two places of the program.
TEST(Recorder, StacksWithColumns) {
  Program program({});
  Definitions& definitions = program.recorder().definitions();
  const tdbg_frame first[] = {{Text("a.py"), Text("f"), 3, 4, 3, 10}};
  const tdbg_frame second[] = {{Text("a.py"), Text("f"), 3, 13, 3, 19}};
  const uint32_t stack = definitions.Stack(first);
  EXPECT_NE(definitions.Stack(second), stack);
  EXPECT_EQ(definitions.Stack(first), stack);
  EXPECT_EQ(program.Stop().frames.size(), 2u);
}

TEST(Recorder, Layers) {
  Program program({});
  const tdbg_frame frames[] = {{Text("a.py"), Text("main"), 1, 0, 0, 0},
                               {Text("k.py"), Text("call"), 7, 0, 0, 0}};
  Definitions& definitions = program.recorder().definitions();
  const uint32_t stack = definitions.Stack(frames);
  const uint32_t made = definitions.Stack({frames, 1});
  const uint32_t layer = definitions.Layer("model/dense", "Dense", made);
  EXPECT_EQ(definitions.Layer("model/dense", "Dense", made), layer);
  EXPECT_NE(definitions.Layer("other/dense", "Dense", made), layer);
  const uint32_t inside = definitions.StackInLayer(stack, layer);
  EXPECT_NE(inside, stack);
  EXPECT_EQ(definitions.StackInLayer(stack, layer), inside);
  EXPECT_EQ(definitions.StackInLayer(stack, 0), stack);
  EXPECT_EQ(definitions.StackInLayer(0, layer), 0u);
  EXPECT_EQ(definitions.Stack(frames), stack);
  const RecordedRun run = program.Stop();
  ASSERT_EQ(run.frames.size(), 3u);
  EXPECT_EQ(run.frames[1].layer, 0u);
  EXPECT_EQ(run.frames[2].layer, layer);
  EXPECT_EQ(run.frames[2].caller, made);
  EXPECT_EQ(run.frames[2].line, 7u);
  ASSERT_EQ(run.layers.size(), 2u);
  EXPECT_EQ(run.strings.at(run.layers[0].path), "model/dense");
  EXPECT_EQ(run.strings.at(run.layers[0].type), "Dense");
  EXPECT_EQ(run.layers[0].stack, made);
}

TEST(Recorder, SeveralThreads) {
  Program program({{"mode", "curt_health"}});
  const uint32_t op = program.DefineOp("a", "Add");
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      ThreadLog* log = program.recorder().AcquireLog();
      const Floats output({1, 2});
      const tdbg_tensor tensor = output.tensor();
      tdbg_op_run run = {};
      run.op = op;
      run.outputs = &tensor;
      run.output_count = 1;
      for (int i = 0; i < 30000; ++i) program.recorder().OpDone(*log, run);
      program.recorder().ReleaseLog(log);
    });
  }
  for (std::thread& thread : threads) thread.join();
  const RecordedRun run = program.Stop();
  EXPECT_EQ(run.events.size(), 120000u);
  EXPECT_GT(run.segments.size(), 5u);
}

TEST(Recorder, ThreadsHaveNames) {
  Program program({{"mode", "curt_health"}});
  // One after the other, so that each takes the log of the one before.
  for (const char* name : {"first", "second", "second"}) {
    std::thread([&] {
      pthread_setname_np(pthread_self(), name);
      program.recorder().ReleaseLog(program.recorder().AcquireLog());
    }).join();
  }
  const RecordedRun run = program.Stop();
  std::vector<std::string> names;
  for (const format::ThreadRecord& thread : run.threads) {
    if (thread.number == run.threads.back().number) names.push_back(run.strings.at(thread.name));
  }
  EXPECT_EQ(names, (std::vector<std::string>{"first", "second"}));
}

// Many steps of many events, with a birth early on.
void RunSteps(Program& program, int steps, int bad_step) {
  const uint32_t op = program.DefineOp("a", "Add");
  for (int step = 0; step < steps; ++step) {
    const uint64_t execution = program.Begin();
    const Floats output({step == bad_step ? kNan : 1.0f});
    for (int i = 0; i < 1000; ++i) program.Run(execution, op, i == 500 ? output : Floats({1}));
    program.End(execution);
  }
}

std::vector<size_t> EventsByStep(const RecordedRun& run, size_t steps) {
  std::vector<size_t> counts(steps);
  for (const auto& event : run.events) ++counts.at(event.event.execution - 1);
  return counts;
}

TEST(Recorder, KeepsTheLastStepsAndWhatLiesAroundABirth) {
  Program program({{"retain", "steps 20"}, {"mode", "full_health"}});
  RunSteps(program, 400, 50);
  const RecordedRun run = program.Stop();
  const std::vector<size_t> counts = EventsByStep(run, 400);
  for (size_t step = 380; step < 400; ++step) EXPECT_EQ(counts[step], 1000u) << step;
  for (size_t step = 49; step <= 51; ++step) EXPECT_EQ(counts[step], 1000u) << step;
  EXPECT_EQ(counts[5], 0u);
  EXPECT_LT(run.events.size(), 400u * 1000u * 3 / 4);
  EXPECT_TRUE(run.losses.empty()) << "what retention gives up is no loss";
}

TEST(Recorder, KeepsWithinTheBudget) {
  Program program({{"retain", "all"}, {"mode", "full_health"}, {"budget", "8M"}});
  RunSteps(program, 400, -1);
  const RecordedRun run = program.Stop();
  uint64_t bytes = 0;
  for (const auto& file : std::filesystem::directory_iterator(run.path)) bytes += file.file_size();
  EXPECT_LE(bytes, 8u << 20);
  const std::vector<size_t> counts = EventsByStep(run, 400);
  EXPECT_EQ(counts[399], 1000u);
  EXPECT_EQ(counts[0], 0u) << "the oldest go first";
  ASSERT_TRUE(run.losses.contains("capture_budget"));
  EXPECT_EQ(run.losses.at("capture_budget") + run.events.size(), 400u * 1000u);
}

TEST(Recorder, AValueThatDoesNotFitTheBudget) {
  Program program({{"retain", "all"}, {"mode", "full_tensor"}, {"budget", "1M"}});
  const uint32_t op = program.DefineOp("a", "Add");
  program.Run(program.Begin(), op, Floats(std::vector<float>(1000000, 1.0f)));
  program.Run(program.Begin(), op, Floats({1}));
  const RecordedRun run = program.Stop();
  ASSERT_EQ(run.events.size(), 2u);
  EXPECT_FALSE(run.events[0].event.value.has_value());
  EXPECT_TRUE(run.events[1].event.value.has_value());
  EXPECT_EQ(run.losses.at("capture_lost_value"), 1u);
}

TEST(Recorder, SwitchesOffWhenNothingMayGo) {
  Program program({{"retain", "steps 1"}, {"mode", "full_health"}, {"budget", "1M"}});
  const uint32_t op = program.DefineOp("a", "Add");
  for (int step = 0; step < 150 && program.recorder().PlanOf(op) != 0; ++step) {
    const uint64_t execution = program.Begin();
    program.Run(execution, op, Floats({kNan}));
    for (int i = 0; i < 500; ++i) program.Run(execution, op, Floats({1}));
    program.End(execution);
  }
  EXPECT_EQ(program.recorder().PlanOf(op), 0u);
  const RecordedRun run = program.Stop();
  EXPECT_GE(run.losses.at("capture_lost_record"), 1u);
  EXPECT_GT(run.events.size(), 1000u) << "all around the births";
}

}  // namespace
}  // namespace tdbg::capture
