// Any bytes as a file of a tfdbg1 dump: as an event, as a tensor under the name it gives itself and
// under another, as a graph, as metadata.
#include <memory>
#include <string>

#include "fuzz/expectations.h"
#include "importers/tfdbg1/core_metadata.h"
#include "importers/tfdbg1/event_file.h"
#include "importers/tfdbg1/graph_file.h"
#include "importers/tfdbg1/tensor_file.h"

namespace tdbg::fuzz {
namespace {

using namespace importers::tfdbg1;  // NOLINT: this file is about nothing else

constexpr char kDevice[] = "_tfdbg_device_,job_localhost,replica_0,task_0,device_CPU_0";

void ExpectSane(const Problems& problems, std::string_view bytes) {
  for (const Problem& problem : problems) {
    ExpectOneLine(problem.text);
    TDBG_CHECK(!problem.name.empty());
    TDBG_CHECK(problem.offset >= -1 && problem.offset <= static_cast<int64_t>(bytes.size()));
  }
}

void ReadAsTensor(std::string_view bytes, const TensorPath& path) {
  const TensorFile file = ReadTensorFile(bytes, path);
  ExpectSane(file.problems, bytes);
  ExpectInside(file.tensor, bytes);
  ExpectInside(file.device, bytes);
  TDBG_CHECK(!file.unfinished || !file.problems.empty());
  const bool summarises =
      file.detail == Detail::kNanCount || file.detail == Detail::kNumericSummary;
  if (!file.whole || !summarises || file.summary.empty()) return;
  const auto digest = file.detail == Detail::kNanCount
                          ? DigestOfNanCount(file.summary.front(), std::nullopt)
                          : DigestOfNumericSummary(file.summary, std::nullopt);
  if (!digest.ok()) ExpectOneLine(digest.status());
}

// "scope/leaf" and "scope/leaf:0:DebugIdentity" name the file that the runtime would have written.
void ReadUnderItsOwnName(std::string_view bytes, const EventFile& event) {
  const size_t slash = event.tag.rfind('/');
  std::string directory = kDevice;
  if (slash != std::string_view::npos) directory += "/" + std::string(event.tag.substr(0, slash));
  TensorPath path{directory, kDevice, {}};
  path.name.leaf = event.tag.substr(slash + 1);
  path.name.debug_op = event.key.substr(event.key.rfind(':') + 1);
  if (event.wall_time_us >= 0 && event.wall_time_us < 9e15) {
    path.name.time_us = static_cast<int64_t>(event.wall_time_us);
  }
  ReadAsTensor(bytes, path);
}

void ReadFile(std::string_view bytes) {
  const EventFile event = ParseEventFile(bytes);
  for (const std::string_view part : {event.graph_def, event.message, event.tag, event.key,
                                      event.tensor, event.plugin_name, event.plugin_content}) {
    ExpectInside(part, bytes);
  }
  TDBG_CHECK(event.damaged_at <= static_cast<int64_t>(bytes.size()));
  TDBG_CHECK(event.strange_at <= static_cast<int64_t>(bytes.size()));
  ReadUnderItsOwnName(bytes, event);
  ReadAsTensor(bytes, {kDevice, kDevice, {"leaf", "DebugNumericSummary", 1, 0, 0, Io::kNone}});
  ReadAsTensor(bytes, {"node-io-dump", "", {"leaf", "DebugIdentityV3", 1, 0, 0, Io::kOutput}});

  CoreMetadata metadata;
  if (const Status status = ParseCoreMetadata(event.message, metadata); !status.ok()) {
    ExpectOneLine(status);
  }
  store::Run run(store::Format::kTfdbg1);
  WatchTable watches;
  const GraphFile graph = ReadGraphFile(bytes, "graph", kDevice, 1, run, watches);
  ExpectSane(graph.problems, bytes);
  TDBG_CHECK(!graph.unfinished || !graph.problems.empty());
}

}  // namespace
}  // namespace tdbg::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tdbg::fuzz::ReadFile(tdbg::fuzz::AsText(data, size));
  return 0;
}
