// Eight threads drive the library through its C functions at once. The only test that uses those
// here, because a process can be started once.
#include <atomic>
#include <cmath>
#include <cstring>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "base/scratch_directory.h"
#include "capture/recorded_run.h"
#include "capture/text.h"
#include "tdbg/capture.h"

namespace tdbg::capture {
namespace {

constexpr int kThreads = 8;
constexpr int kOpsPerThread = 12500;
constexpr int kGraphsPerThread = 125;
constexpr int kOpsPerGraph = 10;

// Of texts that outlive the call: literals and named strings.
long PeakMemoryKiB() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

struct Calls {
  std::atomic<uint64_t> done{0};
  std::atomic<uint64_t> failed{0};
  std::atomic<uint64_t> bad{0};
  std::atomic<uint64_t> raised{0};
};

struct RunningOp {
  tdbg_tensor input;
  Calls& calls;
};

int CleanInput(void* context, uint32_t, tdbg_tensor* tensor) {
  *tensor = static_cast<const RunningOp*>(context)->input;
  return 0;
}

void CountRaised(void* context, tdbg_text message) {
  EXPECT_NE(View(message).find("nowhere.py"), std::string_view::npos) << View(message);
  ++static_cast<const RunningOp*>(context)->calls.raised;
}

// One op of a graph, run once; every thousandth bears a NaN, every two thousandth fails.
void RunOne(int index, tdbg_id op, uint64_t execution, Calls& calls) {
  std::vector<float> values(static_cast<size_t>(1 + index % 100), 1.0f);
  const int64_t dims[] = {1, static_cast<int64_t>(values.size())};
  const std::vector<float> clean(values);
  RunningOp running = {.input = {clean.data(), clean.size() * sizeof(float), dims, 2, 1},
                       .calls = calls};
  if (index % 1000 == 7) values.back() = std::nanf("");
  const tdbg_tensor output = {values.data(), values.size() * sizeof(float), dims, 2, 1};
  tdbg_op_run run = {};
  run.op = op;
  run.execution = execution;
  run.outputs = &output;
  run.output_count = 1;
  run.input_count = 1;
  run.input = CleanInput;
  run.fail = CountRaised;
  run.context = &running;
  if ((tdbg_op_plan(op) & TDBG_PLAN_OUTPUTS) == 0) return;
  if (index % 2000 == 9) {
    tdbg_op_failed(&run, Text("it failed"));
    ++calls.failed;
    return;
  }
  tdbg_op_done(&run);
  ++calls.done;
  calls.bad += index % 1000 == 7;
}

std::vector<tdbg_id> DefineGraph(const std::string& key, int thread) {
  const tdbg_id graph = tdbg_define_graph(Text(key), Text("train"), 0);
  const tdbg_frame frame = {
      Text("nowhere.py"), Text("train"), static_cast<uint32_t>(thread), 0, 0, 0};
  const tdbg_id stack = tdbg_define_stack(&frame, 1);
  std::vector<tdbg_id> ops;
  for (int i = 0; i < kOpsPerGraph; ++i) {
    const std::string name = "op" + std::to_string(i);
    const std::string type = i % 2 ? "MatMul" : "Add";
    const std::string producer = "op" + std::to_string(i - 1) + ":0";
    const tdbg_text input = Text(producer);
    tdbg_op op = {};
    op.graph = graph;
    op.name = Text(name);
    op.type = Text(type);
    op.inputs = &input;
    op.input_count = i > 0;
    op.output_count = 1;
    op.stack = stack;
    op.flags = TDBG_MAY_GIVE_BIRTH;
    ops.push_back(tdbg_define_op(&op));
  }
  return ops;
}

void Work(int thread, Calls& calls) {
  std::vector<tdbg_id> ops;
  uint64_t execution = 0;
  for (int i = 0; i < kOpsPerThread; ++i) {
    if (i % (kOpsPerThread / kGraphsPerThread) == 0) {
      if (execution != 0) tdbg_execution_end(execution, TDBG_UPDATES);
      ops = DefineGraph("g" + std::to_string(thread) + "." + std::to_string(i), thread);
      const std::string name = "train";
      const tdbg_execution call = {TDBG_FUNCTION_CALL, 0, 0, tdbg_define_name(Text(name))};
      execution = tdbg_execution_begin(&call);
    }
    RunOne(i, ops[static_cast<size_t>(i % kOpsPerGraph)], execution, calls);
  }
  tdbg_execution_end(execution, TDBG_UPDATES);
}

TEST(Threads, NothingIsLostUnaccounted) {
  const ScratchDirectory directory;
  EXPECT_EQ(tdbg_op_plan(1), 0u);
  EXPECT_EQ(tdbg_define_graph({}, {}, 0), 0u);
  EXPECT_EQ(*tdbg_switch(), 0u);
  EXPECT_EQ(tdbg_set("mode", "nonsense"), -1);
  EXPECT_NE(std::string(tdbg_last_error()).find("nonsense"), std::string::npos);
  ASSERT_EQ(tdbg_set("retain", "all"), 0);
  ASSERT_EQ(tdbg_set("raise", "1"), 0);
  ASSERT_EQ(tdbg_start(nullptr), 1);
  ASSERT_EQ(tdbg_start(directory.PathOf("trace").c_str()), 0) << tdbg_last_error();
  EXPECT_EQ(tdbg_start("/elsewhere"), 0);
  EXPECT_EQ(*tdbg_switch() & TDBG_RECORDS, TDBG_RECORDS);

  const long before = PeakMemoryKiB();
  Calls calls;
  // Threads that come and go: a second crew takes over the logs of the first.
  for (int crew = 0; crew < 2; ++crew) {
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads / 2; ++i) {
      threads.emplace_back([&, i] { Work(crew * kThreads / 2 + i, calls); });
    }
    // Settings may change at any time.
    for (int i = 0; i < 50; ++i) {
      ASSERT_EQ(tdbg_set("mode", i % 2 ? "auto" : "full_health"), 0);
      ASSERT_EQ(tdbg_set("op_type", i % 2 ? "" : "MatMul|Add"), 0);
    }
    for (std::thread& thread : threads) thread.join();
  }
  // Segments lie in memory here; 100,000 events of 64 bytes are a few of these MiB.
  EXPECT_LT(PeakMemoryKiB() - before, 200 * 1024);
  tdbg_lost("adapter_lost_something", 3);
  tdbg_stop();
  tdbg_stop();
  EXPECT_EQ(*tdbg_switch(), 0u);
  EXPECT_EQ(tdbg_op_plan(1), 0u);

  EXPECT_EQ(calls.done + calls.failed, uint64_t{kThreads} * kOpsPerThread);
  const RecordedRun run = ReadOnlyRun(directory.PathOf("trace"));
  EXPECT_EQ(run.events.size(), calls.done);
  EXPECT_EQ(run.errors.size(), calls.failed);
  EXPECT_EQ(run.graphs.size(), size_t{kThreads} * kGraphsPerThread);
  EXPECT_EQ(run.ops.size(), size_t{kThreads} * kGraphsPerThread * kOpsPerGraph);
  EXPECT_EQ(run.executions.size(), size_t{kThreads} * kGraphsPerThread);
  EXPECT_EQ(run.ends.size(), run.executions.size());
  size_t bad = 0;
  for (const auto& event : run.events) {
    bad += event.event.checked == format::Checked::kBad;
    EXPECT_TRUE(run.shapes.contains(event.event.shape));
  }
  EXPECT_EQ(bad, calls.bad);
  EXPECT_EQ(calls.raised, calls.bad);
  EXPECT_EQ(run.incidents.size(), calls.bad);
  EXPECT_EQ(run.losses.size(), 1u);
  EXPECT_EQ(run.losses.at("adapter_lost_something"), 3u);
  for (const auto& segment : run.segments) {
    EXPECT_TRUE(segment.finished);
    EXPECT_EQ(segment.damage, 0u);
    EXPECT_LE(segment.name.thread, uint32_t{kThreads} / 2 + 1);
  }
}

}  // namespace
}  // namespace tdbg::capture
