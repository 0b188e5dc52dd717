// What one op costs the program: tdbg_op_plan and tdbg_op_done through the shared library, by mode
// and by the size of the one tensor that it made, and with recording switched off.
//
// Every benchmark's figure is the time of a whole op. "read" is the time that reading the elements
// alone takes (the check for bad values), which is no cost of recording.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "tdbg/capture.h"
#include "tensor/finite_check.h"
#include "tensor/health.h"

namespace {

tdbg_text Text(const char* text) { return {text, std::char_traits<char>::length(text)}; }

tdbg_id DefineOp() {
  tdbg_op op = {};
  op.graph = tdbg_define_graph(Text("g"), Text("train"), 0);
  op.name = Text("dense/MatMul");
  op.type = Text("MatMul");
  op.device = Text("CPU:0");
  op.output_count = 1;
  op.flags = TDBG_MAY_GIVE_BIRTH;
  return tdbg_define_op(&op);
}

void Set(const char* key, const char* value) {
  if (tdbg_set(key, value) == 0) return;
  std::fprintf(stderr, "%s\n", tdbg_last_error());
  std::exit(2);
}

void Op(benchmark::State& state, const char* mode, bool enabled) {
  static const tdbg_id op = DefineOp();
  Set("mode", mode);
  tdbg_set_enabled(enabled);
  const auto n = static_cast<size_t>(state.range(0));
  const std::vector<float> values(n, 1.5f);
  const int64_t dims[] = {state.range(0) / 10, 10};
  const int64_t flat[] = {state.range(0)};
  const tdbg_tensor tensor = {.data = values.data(),
                              .bytes = n * sizeof(float),
                              .dims = n % 10 == 0 ? dims : flat,
                              .rank = n % 10 == 0 ? 2u : 1u,
                              .dtype = 1,
                              .flags = 0};
  tdbg_op_run run = {};
  run.op = op;
  run.execution = 1;
  run.outputs = &tensor;
  run.output_count = 1;
  for (auto _ : state) {
    if (tdbg_op_plan(op) & TDBG_PLAN_OUTPUTS) tdbg_op_done(&run);
  }
}

void Execution(benchmark::State& state) {
  Set("mode", "no_tensor");
  tdbg_set_enabled(1);
  const tdbg_execution execution = {
      .kind = TDBG_EAGER_OP, .graph = 0, .stack = 0, .name = tdbg_define_name(Text("MatMul"))};
  for (auto _ : state) tdbg_execution_end(tdbg_execution_begin(&execution), 0);
}

void ReadCheck(benchmark::State& state) {
  const std::vector<float> values(static_cast<size_t>(state.range(0)), 1.5f);
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        tdbg::tensor::AnyBad(tdbg::tensor::DType::kF32, values.data(), state.range(0)));
  }
}

void ReadHealth(benchmark::State& state) {
  const std::vector<float> values(static_cast<size_t>(state.range(0)), 1.5f);
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        tdbg::tensor::ComputeRunHealth(tdbg::tensor::DType::kF32, values.data(), state.range(0)));
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::string directory = std::filesystem::temp_directory_path() / "tdbg_capture_bench_XXXXXX";
  if (mkdtemp(directory.data()) == nullptr) return 2;
  Set("retain", "events 100000");
  Set("every", "1000000000");
  if (tdbg_start((directory + "/trace").c_str()) != 0) {
    std::fprintf(stderr, "%s\n", tdbg_last_error());
    return 2;
  }
  // Past the first steps, on which auto looks closer.
  for (int step = 1; step <= 20; ++step) tdbg_step(step);

  for (const int64_t n : {1, 100, 1000, 100000}) {
    for (const char* mode :
         {"no_tensor", "shape", "curt_health", "auto", "concise_health", "full_health"}) {
      benchmark::RegisterBenchmark(mode, Op, mode, true)->Arg(n);
    }
    benchmark::RegisterBenchmark("off", Op, "auto", false)->Arg(n);
    benchmark::RegisterBenchmark("read (check)", ReadCheck)->Arg(n);
    benchmark::RegisterBenchmark("read (health)", ReadHealth)->Arg(n);
  }
  benchmark::RegisterBenchmark("full_tensor", Op, "full_tensor", true)->Arg(1000);
  benchmark::RegisterBenchmark("an execution", Execution);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  tdbg_stop();
  std::filesystem::remove_all(directory);
}
