// write_logdir: writes a tfdbg2 logdir of a training run of any length, without TensorFlow.
//
// The run is an imitation (training_graph.h, training_values.h). What was written is printed as one
// JSON object, so that whoever reads the logdir can be checked against it.
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "bench/random_bits.h"
#include "bench/source_frames.h"
#include "bench/training_graph.h"
#include "bench/training_values.h"
#include "exporters/tfdbg2/debug_event_writer.h"
#include "exporters/tfdbg2/debug_tensor.h"

namespace tdbg::bench {
namespace {

using exporters::tfdbg2::DebugEventWriter;

constexpr double kStart = 1700000000.25;
constexpr std::string_view kHost = "trainer";
constexpr std::string_view kDevice = "/job:localhost/replica:0/task:0/device:CPU:0";
constexpr int32_t kDeviceNumber = 1;
constexpr int64_t kEager = -1;      // the id of a tensor outside of graphs
constexpr uint64_t kGraphKeys = 1;  // MakeUuid keys from here on name graphs

struct Options {
  std::string directory;
  int64_t traces = 0;
  int64_t steps = 0;
  Detail mode = Detail::kFullHealth;
  double bad_from = 0.99;
  uint64_t seed = 1;
};

struct Written {
  int64_t traces = 0;
  int64_t executions = 0;
  int64_t ops = 0;
  int64_t bad_traces = 0;
  int64_t bad_outputs = 0;
  int64_t first_bad_trace = -1;
  std::string first_bad_op;
  std::map<std::string, int64_t> bad_by_op_type;
};

class LogdirMaker {
 public:
  explicit LogdirMaker(const Options& options)
      : options_(options),
        graph_(BuildTrainingGraph()),
        frames_(options.seed),
        writer_({.directory = options.directory,
                 .seconds = static_cast<int64_t>(kStart),
                 .host = std::string(kHost),
                 .tensorflow_version = "2.21.0",
                 .run_id = "5eedbe9c"},
                kStart) {
    const int64_t per_step = graph_.traces_per_step();
    steps_ = options.steps > 0 ? options.steps : (options.traces + per_step - 1) / per_step;
    first_bad_step_ =
        static_cast<int64_t>(std::ceil(options.bad_from * static_cast<double>(steps_)));
    if (options.bad_from < 1.0) first_bad_step_ = std::min(first_bad_step_, steps_ - 1);
    for (size_t i = 0; i < graph_.graphs.size(); ++i) {
      graph_ids_.push_back(MakeUuid(options.seed, kGraphKeys + i));
    }
  }

  Status Write() {
    WriteGraphs();
    WriteVariables();
    const std::vector<std::string> stack = frames_.CallStack(66);
    TrainingValues values(graph_, first_bad_step_, options_.seed);
    for (int64_t step = 0; step < steps_; ++step) WriteStep(step, stack, &values);
    frames_.Write(kStart, kHost, writer_);
    return writer_.Flush();
  }

  std::string Summary() const {
    nlohmann::ordered_json json = {
        {"traces", written_.traces},
        {"executions", written_.executions},
        {"steps", steps_},
        {"traces_per_step", graph_.traces_per_step()},
        {"graphs", graph_.graphs.size()},
        {"ops", written_.ops},
        {"source_files", frames_.file_count()},
        {"stack_frames", frames_.frame_count()},
        {"bytes", writer_.bytes()},
        {"first_bad_step", first_bad_step_ < steps_ ? first_bad_step_ : -1},
        {"first_bad_trace", written_.first_bad_trace},
        {"first_bad_op", written_.first_bad_op},
        {"bad_traces", written_.bad_traces},
        {"bad_outputs", written_.bad_outputs},
        {"bad_by_op_type", written_.bad_by_op_type},
    };
    return json.dump();
  }

 private:
  void WriteGraphs() {
    for (size_t i = 0; i < graph_.graphs.size(); ++i) {
      const int outer = graph_.graphs[i].outer;
      writer_.Graph(Tick(300), graph_ids_[i], graph_.graphs[i].name,
                    outer < 0 ? std::string() : graph_ids_[outer]);
      if (i == 0) writer_.Device(Tick(10), kDeviceNumber, kDevice);
    }
    for (size_t i = 0; i < graph_.ops.size(); ++i) {
      const Op& op = graph_.ops[i];
      if (!op.recorded) continue;
      std::vector<std::string> inputs;
      for (const int input : op.inputs) inputs.push_back(NameOf(input));
      std::vector<int32_t> ids;
      for (const int output : op.outputs) ids.push_back(graph_.tensors[output].id);
      const std::vector<std::string> stack = frames_.OpStack(i, op.user_file, op.line);
      writer_.Op(Tick(200), {.type = op.type,
                             .name = op.name,
                             .graph_name = graph_.graphs[op.graph].name,
                             .graph_id = graph_ids_[op.graph],
                             .device = {},
                             .inputs = inputs,
                             .output_tensor_ids = ids,
                             .location = {kHost, stack}});
      ++written_.ops;
    }
  }

  // The eager ops that make the variables; their handles are the inputs of every step.
  void WriteVariables() {
    const std::vector<std::string> stack = frames_.CallStack(60);
    for (size_t i = 0; i < graph_.variable_elements.size(); ++i) {
      const std::vector<int64_t> handle = {NextEagerId()};
      const std::vector<int64_t> assigned = {handle[0], NextEagerId()};
      WriteExecution(Tick(400), "VarHandleOp", "", {}, handle, {}, stack);
      WriteExecution(Tick(400), "AssignVariableOp", "", assigned, {}, {}, stack);
      variable_handles_.push_back(handle[0]);
      written_.executions += 2;
    }
  }

  void WriteStep(int64_t step, std::span<const std::string> stack, TrainingValues* values) {
    values->StartStep(step);
    for (const Evaluation& evaluation : graph_.step) {
      const ValueCounts& counts = values->Evaluate(evaluation);
      if (!evaluation.traced) continue;
      const Tensor& tensor = graph_.tensors[evaluation.output];
      const Op& op = graph_.ops[tensor.op];
      writer_.Trace(Tick(2 + Mix(options_.seed, static_cast<uint64_t>(written_.traces)) % 8),
                    {.graph_id = graph_ids_[op.graph],
                     .op_name = op.name,
                     .slot = tensor.slot,
                     .mode = options_.mode,
                     .tensor = SummaryOf(counts, tensor.id),
                     .device = kDevice});
      if (counts.bad() > 0) CountBad(op);
      ++written_.traces;
    }
    std::vector<int64_t> inputs = {NextEagerId(), NextEagerId()};
    inputs.insert(inputs.end(), variable_handles_.begin(), variable_handles_.end());
    const std::vector<int64_t> outputs = {NextEagerId(), NextEagerId()};
    const std::vector<ValueCounts> results = {values->Of(graph_.loss),
                                              values->Of(graph_.mean_probability)};
    WriteExecution(Tick(900), "__inference_train_step_433", graph_ids_[graph_.train_step], inputs,
                   outputs, results, stack);
    ++written_.executions;
    for (const ValueCounts& result : results) written_.bad_outputs += result.bad() > 0 ? 1 : 0;
  }

  // `results` are fewer than `outputs` where one is a resource.
  void WriteExecution(double time, std::string_view op_type, std::string_view graph_id,
                      std::span<const int64_t> inputs, std::span<const int64_t> outputs,
                      std::span<const ValueCounts> results, std::span<const std::string> stack) {
    std::vector<std::string> tensors;
    for (const ValueCounts& result : results) tensors.push_back(SummaryOf(result, kEager));
    const std::vector<int32_t> devices(outputs.size(), kDeviceNumber);
    writer_.Execution(time, {.op_type = op_type,
                             .graph_id = graph_id,
                             .num_outputs = static_cast<int32_t>(outputs.size()),
                             .input_tensor_ids = inputs,
                             .output_tensor_ids = outputs,
                             .mode = options_.mode,
                             .tensors = tensors,
                             .location = {kHost, stack},
                             .output_devices = devices});
  }

  std::string SummaryOf(const ValueCounts& counts, int64_t tensor_id) const {
    exporters::tfdbg2::TensorToWrite tensor;
    tensor.digest.dtype = tensor::DType::kF32;
    tensor.digest.rank = counts.rank;
    tensor.digest.elements = counts.elements;
    tensor.digest.neg_inf = counts.neg_inf;
    tensor.digest.pos_inf = counts.pos_inf;
    tensor.digest.nan = counts.nan;
    tensor.digest.negative = counts.negative;
    tensor.digest.zero = counts.zero;
    tensor.digest.positive = counts.positive;
    return exporters::tfdbg2::EncodeTensor(tensor, options_.mode, tensor_id);
  }

  void CountBad(const Op& op) {
    if (written_.bad_traces++ == 0) {
      written_.first_bad_trace = written_.traces;
      written_.first_bad_op = op.name;
    }
    ++written_.bad_by_op_type[op.type];
  }

  std::string NameOf(int tensor) const {
    const Tensor& t = graph_.tensors[tensor];
    return graph_.ops[t.op].name + ":" + std::to_string(t.slot);
  }

  double Tick(uint64_t microseconds) {
    elapsed_us_ += microseconds;
    return kStart + static_cast<double>(elapsed_us_) * 1e-6;
  }

  int64_t NextEagerId() { return next_eager_id_++; }

  Options options_;
  TrainingGraph graph_;
  SourceFrames frames_;
  DebugEventWriter writer_;
  std::vector<std::string> graph_ids_;
  std::vector<int64_t> variable_handles_;
  int64_t steps_ = 0;
  int64_t first_bad_step_ = 0;
  int64_t next_eager_id_ = 10;
  uint64_t elapsed_us_ = 0;
  Written written_;
};

int Main(int argc, char** argv) {
  Options options;
  std::string mode = "full_health";
  CLI::App app("Writes a tfdbg2 logdir of an imitated training run, and prints what is in it.");
  app.add_option("DIR", options.directory, "folder to write into; made if it is not there")
      ->required();
  CLI::Option* traces = app.add_option("--traces", options.traces,
                                       "at least so many graph traces, rounded up to whole steps")
                            ->check(CLI::PositiveNumber);
  app.add_option("--steps", options.steps, "exactly so many training steps")
      ->check(CLI::PositiveNumber)
      ->excludes(traces);
  app.add_option("--mode", mode, "full_health (the default) or concise_health")
      ->check(CLI::IsMember({"full_health", "concise_health"}));
  app.add_option("--bad-from", options.bad_from,
                 "the part of the run that stays healthy: 0.99, the default, spoils the last 1 % "
                 "of the steps and never less than the last one; 1 spoils none")
      ->check(CLI::Range(0.0, 1.0));
  app.add_option("--seed", options.seed, "other values, names and stacks");
  CLI11_PARSE(app, argc, argv);
  if (options.traces == 0 && options.steps == 0) options.traces = 10000;
  if (mode == "concise_health") options.mode = Detail::kConciseHealth;

  std::error_code error;
  std::filesystem::create_directories(options.directory, error);
  LogdirMaker maker(options);
  if (const Status status = maker.Write(); !status.ok()) {
    std::fprintf(stderr, "write_logdir: %s\n", status.message().c_str());
    return 2;
  }
  std::printf("%s\n", maker.Summary().c_str());
  return 0;
}

}  // namespace
}  // namespace tdbg::bench

int main(int argc, char** argv) { return tdbg::bench::Main(argc, argv); }
