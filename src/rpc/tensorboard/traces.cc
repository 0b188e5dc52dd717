#include "rpc/tensorboard/answers.h"
#include "rpc/tensorboard/wording.h"
#include "session/debug_tensors.h"

namespace tdbg::rpc::tensorboard {
namespace {

using store::EventId;

Json DigestRow(const store::Run& run, EventId event) {
  const store::Op& op = run.graphs.op(run.events.op[event]);
  return {{"wall_time", WallTime(run, run.events.time_ns[event])},
          {"op_type", run.strings[op.type]},
          {"op_name", run.strings[op.name]},
          {"output_slot", run.events.slot[event]},
          {"graph_id", GraphKey(run, op.graph)}};
}

int64_t TensorId(const store::Op& op, int32_t slot) {
  const auto i = static_cast<size_t>(slot);  // huge where it is not known
  return i < op.output_tensor_ids.size() ? op.output_tensor_ids[i] : -1;
}

Json DataRow(const store::Run& run, EventId event) {
  const store::Op& op = run.graphs.op(run.events.op[event]);
  const session::DebugTensors tensors = session::DescribeTensors(
      run, {&event, 1}, run.events.detail[event], TensorId(op, run.events.slot[event]));
  Json row = DigestRow(run, event);
  row["graph_ids"] = GraphKeys(run, op.graph);
  row["tensor_debug_mode"] = TensorFlowMode(tensors.mode);
  row["debug_tensor_value"] =
      tensors.numbers.empty() ? Json(nullptr) : NumbersOrNull(tensors.numbers[0]);
  row["device_name"] = TextOrNull(run.DeviceName(run.events.device[event]));
  return row;
}

}  // namespace

Result<std::string> AnswerTraceDigests(NumberedRun& run, const Parameters& parameters) {
  const std::vector<EventId>& traces = run.traces();
  TDBG_ASSIGN_OR_RETURN(const Range range, ParseRange(parameters, traces.size()));
  const Json head = {{"begin", range.begin}, {"end", range.end}, {"num_digests", traces.size()}};
  return WithRows(head, "graph_execution_digests", range,
                  [&](size_t row) { return DigestRow(run.run(), traces[row]); });
}

Result<std::string> AnswerTraceData(NumberedRun& run, const Parameters& parameters) {
  const std::vector<EventId>& traces = run.traces();
  TDBG_ASSIGN_OR_RETURN(const Range range, ParseRange(parameters, traces.size()));
  return WithRows({{"begin", range.begin}, {"end", range.end}}, "graph_executions", range,
                  [&](size_t row) { return DataRow(run.run(), traces[row]); });
}

}  // namespace tdbg::rpc::tensorboard
