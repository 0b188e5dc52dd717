// Any bytes as a tfdbg2 event, and its body as each kind of message: what is parsed borrows from
// the input, and the quick and the thorough reading of a summary agree.
#include "fuzz/expectations.h"
#include "importers/tfdbg2/debug_event.h"
#include "importers/tfdbg2/function_name.h"
#include "importers/tfdbg2/summary.h"

namespace tdbg::fuzz {
namespace {

using namespace importers::tfdbg2;  // NOLINT: this file is about nothing else
using Views = std::vector<std::string_view>;

// Hands a parsed message on; a refusal must say why.
template <typename Message>
void With(const Result<Message>& parsed, auto use) {
  if (parsed.ok()) {
    use(*parsed);
  } else {
    ExpectOneLine(parsed.status());
  }
}

void ExpectAllInside(std::initializer_list<std::string_view> parts, std::string_view whole) {
  for (const std::string_view part : parts) ExpectInside(part, whole);
}

void ExpectAllInside(const Views& parts, std::string_view whole) {
  for (const std::string_view part : parts) ExpectInside(part, whole);
}

void ReadSummaries(std::string_view tensor, int64_t mode) {
  const Detail detail = DetailOfTensorFlowMode(mode);
  const auto glance = GlanceAtSummary(detail, tensor);
  const auto digest = ReadSummary(detail, tensor);
  TDBG_CHECK(glance.ok() == digest.ok());
  if (!glance.ok()) return ExpectOneLine(glance.status());
  TDBG_CHECK(glance->dtype == digest->dtype);
  TDBG_CHECK(digest->bad.has_value() == (glance->badness != store::Badness::kUnknown));
  TDBG_CHECK(digest->bad.value_or(false) == (glance->badness == store::Badness::kBad));
}

void ReadBody(std::string_view body) {
  With(ParseMetadata(body), [&](const Metadata& m) {
    ExpectAllInside({m.tensorflow_version, m.file_version, m.run_id}, body);
  });
  With(ParseSourceFile(body), [&](const SourceFileRecord& file) {
    ExpectAllInside({file.path, file.host}, body);
    const auto lines = ParseSourceLines(body);
    TDBG_CHECK(lines.ok() && static_cast<int64_t>(lines->size()) == file.num_lines);
    ExpectAllInside(*lines, body);
  });
  With(ParseStackFrame(body), [&](const StackFrameRecord& frame) {
    ExpectAllInside({frame.id, frame.function}, body);
  });
  With(ParseOpCreation(body), [&](const OpCreation& op) {
    ExpectAllInside({op.op_type, op.op_name, op.graph_name, op.graph_id, op.device}, body);
    ExpectAllInside(op.inputs, body);
    ExpectAllInside(op.location.frame_ids, body);
  });
  With(ParseGraph(body), [&](const GraphRecord& graph) {
    ExpectAllInside({graph.id, graph.name, graph.outer_id}, body);
  });
  With(ParseDevice(body), [&](const DeviceRecord& device) { ExpectInside(device.name, body); });
  With(ParseExecution(body), [&](const ExecutionRecord& execution) {
    const FunctionName name = ParseFunctionName(execution.op_type);
    ExpectAllInside({execution.op_type, execution.graph_id, name.function, name.backward_graph},
                    body);
    ExpectAllInside(execution.tensors, body);
    for (const std::string_view tensor : execution.tensors) ReadSummaries(tensor, execution.mode);
  });
  With(ParseTrace(body), [&](const TraceRecord& trace) {
    ExpectAllInside({trace.graph_id, trace.op_name, trace.tensor, trace.device}, body);
    ReadSummaries(trace.tensor, trace.mode);
  });
}

}  // namespace
}  // namespace tdbg::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tdbg::fuzz;
  const std::string_view bytes = AsText(data, size);
  With(ParseDebugEvent(bytes), [&](const DebugEvent& event) {
    ExpectInside(event.body, bytes);
    ReadBody(event.body);
  });
  return 0;
}
