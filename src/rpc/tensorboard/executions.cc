#include "rpc/tensorboard/answers.h"
#include "rpc/tensorboard/wording.h"
#include "session/debug_tensors.h"

namespace tdbg::rpc::tensorboard {
namespace {

using store::DeviceId;
using store::ExecutionId;

// Numbers begin at 1, as TensorFlow's do.
Json DeviceNumber(DeviceId device) {
  return device.valid() ? Json(device.index() + 1) : Json(nullptr);
}

// Formats that do not list the devices of an execution tell them of each output.
Json DeviceNumbers(const NumberedRun& run, ExecutionId id) {
  std::vector<DeviceId> devices = run.run().executions[id].output_devices;
  if (devices.empty()) {
    for (const store::EventId event : run.Outputs(id)) {
      devices.push_back(event.valid() ? run.run().events.device[event] : DeviceId());
    }
  }
  if (devices.empty()) return nullptr;
  Json numbers = Json::array();
  for (const DeviceId device : devices) numbers.push_back(DeviceNumber(device));
  return numbers;
}

Json DigestRow(const NumberedRun& run, ExecutionId id) {
  const store::Execution& execution = run.run().executions[id];
  return {{"wall_time", WallTime(run.run(), execution.time_ns)},
          {"op_type", ExecutionName(run.run(), execution)},
          {"output_tensor_device_ids", DeviceNumbers(run, id)}};
}

Json DataRow(const NumberedRun& numbered, ExecutionId id) {
  const store::Run& run = numbered.run();
  const store::Execution& execution = run.executions[id];
  const session::DebugTensors tensors =
      session::DescribeTensors(run, numbered.Outputs(id), execution.detail, -1);
  // A graph that only tdbg found is none that the recording names.
  const store::GraphId graph = execution.graph_guessed ? store::GraphId() : execution.graph;
  Json row = DigestRow(numbered, id);
  row["host_name"] = HostName(run, execution.host);
  row["stack_frame_ids"] = FrameNames(run, execution.stack);
  row["tensor_debug_mode"] = TensorFlowMode(tensors.mode);
  row["graph_id"] = GraphKey(run, graph);
  row["input_tensor_ids"] = ListOrNull(execution.input_tensor_ids);
  row["output_tensor_ids"] = ListOrNull(execution.output_tensor_ids);
  Json& values = row["debug_tensor_values"];  // null if nothing follows
  for (const auto& numbers : tensors.numbers) values.push_back(NumbersOrNull(numbers));
  return row;
}

}  // namespace

Result<std::string> AnswerExecutionDigests(NumberedRun& run, const Parameters& parameters) {
  const size_t count = run.executions().size();
  TDBG_ASSIGN_OR_RETURN(const Range range, ParseRange(parameters, count));
  const Json head = {{"begin", range.begin}, {"end", range.end}, {"num_digests", count}};
  return WithRows(head, "execution_digests", range,
                  [&](size_t row) { return DigestRow(run, run.executions()[row]); });
}

Result<std::string> AnswerExecutionData(NumberedRun& run, const Parameters& parameters) {
  TDBG_ASSIGN_OR_RETURN(const Range range, ParseRange(parameters, run.executions().size()));
  return WithRows({{"begin", range.begin}, {"end", range.end}}, "executions", range,
                  [&](size_t row) { return DataRow(run, run.executions()[row]); });
}

}  // namespace tdbg::rpc::tensorboard
