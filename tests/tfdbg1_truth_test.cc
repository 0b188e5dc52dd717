// Every recorded tfdbg1 dump against what TensorFlow's own reader (DebugDumpDir) says of it.
//
// One recording comes with the project; the others are in the folder that TDBG_SHARED names, or in
// shared/ beside the project. The files' digests (sha256) are not computed: each value that has one
// also has its bytes in hexadecimal, and those are compared.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "fixture_path.h"
#include "importers/tfdbg1/dump_layout.h"
#include "importers/tfdbg1/dump_name.h"
#include "importers/tfdbg1/event_file.h"
#include "importers/tfdbg1/tfdbg1_importer.h"
#include "importers/tfproto/tensor_proto.h"
#include "store/trace.h"
#include "tensor/element.h"
#include "tensor/health.h"
#include "truth_json.h"
#include "truth_value.h"

namespace tdbg::tests {
namespace {

namespace fs = std::filesystem;
using importers::tfdbg1::ParseDumpName;
using importers::tfdbg1::Tfdbg1Importer;
using nlohmann::json;
using store::EventId;
using store::InputRef;

// What TensorFlow's has_inf_or_nan says wrongly, by fixture and watch key. It looks at the recorded
// numbers: those of a summary may be infinite or NaN where the tensor is not (no finite element
// means min = +inf), or finite where the tensor is bad. And numpy does not know bfloat16.
const std::set<std::string> kTensorFlowIsWrong = {
    "debug_ops src/f32_empty:0:DebugNumericSummary",  // empty: no minimum
    "debug_ops src/f32:0:DebugNumericSummary",        // counts NaN and infinities
    "debug_ops src/f64:0:DebugNumericSummary",        // likewise
    "debug_ops bounds/x:0:DebugNumericSummary",       // likewise
    "debug_ops muted/sick:0:DebugNumericSummary",     // likewise
    "debug_ops src/f32:0:DebugNanCount",              // counts NaN
    "debug_ops src/f64:0:DebugNanCount",              // likewise
    "debug_ops src/f16:0:DebugNanCount",              // likewise
    "debug_ops src/bf16:0:DebugNanCount",             // likewise
    "debug_ops src/f32_all_nan:0:DebugNanCount",      // likewise
    "debug_ops src/bf16:0:DebugIdentity",             // bfloat16 with NaN
    "uninitialized w:0:DebugNumericSummary",          // no value: no minimum
};

struct Fixture {
  std::string name;
  fs::path folder;
  std::string truth;  // file name
};

std::vector<Fixture> Fixtures() {
  std::vector<Fixture> fixtures = {{"shipped", OwnFixture("tfdbg1_basic"), "expected.json"},
                                   {"synthetic", SharedFixture("synthetic/tfdbg1"), "truth.json"}};
  for (const char* name :
       {"basic", "wrapper_runs", "debug_ops", "dtypes", "while_loop", "two_devices", "distributed",
        "uninitialized", "op_error", "names", "same_timestamp"}) {
    fixtures.push_back({name, SharedFixture(std::string("tfdbg1/") + name), "truth.json"});
  }
  return fixtures;
}

// One fixture, imported, and one dump root of it at a time.
class Tfdbg1Truth : public testing::TestWithParam<Fixture> {
 protected:
  void SetUp() override {
    const Fixture& fixture = GetParam();
    if (!fs::exists(fixture.folder)) {
      GTEST_SKIP() << "no recording at " << fixture.folder << "; set TDBG_SHARED";
    }
    truth_ = LoadTruth(fixture.folder / fixture.truth);
    root_ = fixture.folder / (fs::exists(fixture.folder / "dump") ? "dump" : "session_root");
    importer_ = std::make_unique<Tfdbg1Importer>(root_.string(), "", trace_);
    ASSERT_TRUE(importer_->Update({}).ok());
    ASSERT_EQ(trace_.runs.size(), 1);
    for (const EventId id : run().events.ids()) {
      by_path_[importer_->FilePath(run().events.payload[id].file)] = id;
    }
  }

  const store::Run& run() const { return *trace_.runs.front(); }

  // What the truth says of each dump root, by the prefix of its paths.
  std::vector<std::pair<std::string, json>> Roots() const {
    std::vector<std::pair<std::string, json>> roots;
    if (truth_.contains("runs")) {
      for (const auto& [name, truth] : truth_["runs"].items())
        roots.emplace_back(name + "/", truth);
    } else if (root_.filename() == "session_root") {
      roots.emplace_back(fs::directory_iterator(root_)->path().filename().string() + "/", truth_);
    } else {
      roots.emplace_back("", truth_);
    }
    return roots;
  }

  bool IsIn(EventId id, const std::string& prefix) const {
    return importer_->FilePath(run().events.payload[id].file).starts_with(prefix);
  }
  std::string NodeOf(EventId id) const {
    return std::string(run().strings[run().graphs.op(run().events.op[id]).name]);
  }
  std::string DebugOpOf(EventId id) const {
    const fs::path path = importer_->FilePath(run().events.payload[id].file);
    return std::string(ParseDumpName(path.filename().string())->debug_op);
  }
  std::string WatchKey(EventId id) const {
    return NodeOf(id) + ":" + std::to_string(run().events.slot[id]) + ":" + DebugOpOf(id);
  }

  // The file's bytes, and the tensor recorded in it (of a summary: its numbers).
  struct Recorded {
    std::shared_ptr<const std::string> bytes;  // shared with the value, which points into it
    importers::tfproto::TensorHeader header;
    Result<tensor::Value> value;
  };
  Recorded Open(EventId id) const {
    const store::Payload payload = run().events.payload[id];
    std::ifstream file(root_ / importer_->FilePath(payload.file), std::ios::binary);
    auto bytes = std::make_shared<const std::string>(std::istreambuf_iterator<char>(file),
                                                     std::istreambuf_iterator<char>());
    const std::string_view tensor = std::string_view(*bytes).substr(payload.offset, payload.size);
    return {bytes, *importers::tfproto::ParseTensorHeader(tensor),
            importers::tfproto::DecodeTensor(tensor, bytes)};
  }

  void CheckTensor(EventId id, const json& truth) const;
  void CheckValue(const tensor::Value& value, const json& truth) const;
  void CheckSummary(EventId id, const json& truth) const;

  json truth_;
  fs::path root_;
  store::Trace trace_;
  std::unique_ptr<Tfdbg1Importer> importer_;
  std::map<std::string, EventId> by_path_;
};

void Tfdbg1Truth::CheckValue(const tensor::Value& value, const json& truth) const {
  ExpectValue(value, truth);
  if (truth.contains("nan")) {
    const tensor::Health health = tensor::ComputeHealth(value.view());
    EXPECT_EQ(health.nan, truth["nan"].get<int64_t>());
    EXPECT_EQ(health.pos_inf, truth["pos_inf"].get<int64_t>());
    EXPECT_EQ(health.neg_inf, truth["neg_inf"].get<int64_t>());
  }
}

// The digest of a summary against the numbers it was made from.
void Tfdbg1Truth::CheckSummary(EventId id, const json& truth) const {
  const auto digest = run().values->ReadDigest(id);
  ASSERT_TRUE(digest.ok());
  const json& numbers = truth["value"]["values"];
  if (run().events.detail[id] == Detail::kNanCount) {
    EXPECT_EQ(digest->nan, numbers[0].get<int64_t>());
    return;
  }
  const auto number = [&](size_t i) { return TruthNumber(numbers[i]); };
  EXPECT_EQ(digest->initialized, number(0) == 1);
  EXPECT_EQ(static_cast<double>(digest->dtype), number(12));
  EXPECT_EQ(static_cast<double>(*digest->rank), number(13));
  for (size_t i = 14; i < numbers.size(); ++i) {
    EXPECT_EQ(static_cast<double>((*digest->shape)[static_cast<int>(i) - 14]), number(i));
  }
  if (!digest->initialized) return;
  const auto check = [&](const auto& said, size_t i) {
    if (said) {
      EXPECT_EQ(static_cast<double>(*said), number(i));
    } else if (i >= 8) {
      EXPECT_FALSE(std::isfinite(number(i)));  // no finite element
    } else {
      EXPECT_EQ(NodeOf(id), "bounds/x");  // -5 and 5 lie beyond its bounds
    }
  };
  check(digest->elements, 1);
  check(digest->nan, 2);
  check(digest->neg_inf, 3);
  check(digest->negative, 4);
  check(digest->zero, 5);
  check(digest->positive, 6);
  check(digest->pos_inf, 7);
  check(digest->min, 8);
  check(digest->max, 9);
  check(digest->mean, 10);
  check(digest->variance, 11);
}

void Tfdbg1Truth::CheckTensor(EventId id, const json& truth) const {
  const store::TensorEvent event = run().events.Row(id);
  EXPECT_EQ(NodeOf(id), truth["node"].get<std::string>());
  EXPECT_EQ(event.slot, truth["slot"].get<int32_t>());
  EXPECT_EQ(DebugOpOf(id), truth["debug_op"].get<std::string>());
  EXPECT_EQ(WatchKey(id), truth["watch_key"].get<std::string>());
  EXPECT_EQ(run().DeviceName(event.device), truth["device"].get<std::string>());
  EXPECT_EQ(event.time_ns, truth["timestamp"].get<int64_t>() * 1000);

  const Recorded recorded = Open(id);
  if (truth.contains("event_wall_time")) {  // the project's own recording says less
    EXPECT_EQ(importers::tfdbg1::ParseEventFile(*recorded.bytes).wall_time_us,
              truth["event_wall_time"].get<double>());
    EXPECT_EQ(run().values->RecordedBytes(id), truth["file_bytes"].get<size_t>());
    EXPECT_EQ(recorded.header.dtype, DTypeFromTruth(truth["dtype"]));
    EXPECT_EQ(json(recorded.header.shape.dims()), truth["shape"]);
    EXPECT_EQ(recorded.header.content.size(), truth["tensor_content_bytes"].get<size_t>());
    if (recorded.header.dtype == tensor::DType::kString) {
      EXPECT_EQ(recorded.header.elements, truth["string_val_count"].get<int64_t>());
    }
  }

  const auto digest = run().values->ReadDigest(id);
  ASSERT_TRUE(digest.ok()) << digest.status().message();
  const auto value = run().values->ReadValue(id);
  if (event.detail == Detail::kFullTensor) {
    EXPECT_EQ(event.dtype, recorded.header.dtype);
    EXPECT_EQ(digest->initialized, truth.value("initialized", true));
    EXPECT_EQ(value.ok(), digest->initialized);
    if (truth.contains("value")) CheckValue(*value, truth["value"]);
  } else {
    EXPECT_EQ(value.status().code(), StatusCode::kUnsupported);
    CheckValue(*recorded.value, truth["value"]);
    CheckSummary(id, truth);
  }

  const bool wrong = kTensorFlowIsWrong.contains(GetParam().name + " " + WatchKey(id));
  EXPECT_EQ(digest->bad.value_or(false), truth["has_inf_or_nan"].get<bool>() != wrong);
  if (event.badness == store::Badness::kBad || event.badness == store::Badness::kClean) {
    EXPECT_EQ(digest->bad.value_or(false), event.badness == store::Badness::kBad);
  }
}

TEST_P(Tfdbg1Truth, NothingIsLost) {
  for (const store::Loss& loss : trace_.losses.losses()) {
    ADD_FAILURE() << loss.name << " " << loss.file << ": " << loss.text;
  }
}

TEST_P(Tfdbg1Truth, Tensors) {
  size_t tensors = 0;
  for (const auto& [prefix, truth] : Roots()) {
    ASSERT_EQ(truth["tensors"].size(), truth["size"].get<size_t>());
    for (const json& tensor : truth["tensors"]) {
      SCOPED_TRACE(tensor["path"].get<std::string>());
      const auto event = by_path_.find(prefix + tensor["path"].get<std::string>());
      ASSERT_NE(event, by_path_.end());
      CheckTensor(event->second, tensor);
      ++tensors;
    }
  }
  EXPECT_EQ(run().events.size(), tensors);
}

// TensorFlow orders by the text of TIME[-n], which puts -10 before -2. The numbers tell the order
// of writing (in same_timestamp the values themselves say so), so that is the order here.
TEST_P(Tfdbg1Truth, Order) {
  for (const auto& [prefix, truth] : Roots()) {
    std::vector<std::tuple<int64_t, int32_t, std::string>> expected;
    for (const json& tensor : truth["tensors"]) {
      const std::string path = tensor["path"];
      const auto name = ParseDumpName(std::string_view(path).substr(path.rfind('/') + 1));
      ASSERT_TRUE(name);
      const std::string text =
          std::to_string(name->time_us) + (name->suffix ? "-" + std::to_string(name->suffix) : "");
      EXPECT_EQ(text, tensor.value("extended_timestamp", text));
      expected.emplace_back(name->time_us, name->suffix, prefix + path);
    }
    EXPECT_EQ(std::is_sorted(expected.begin(), expected.end()),
              GetParam().name != "same_timestamp");
    std::sort(expected.begin(), expected.end());

    size_t next = 0;
    for (const EventId id : run().events.ids()) {
      if (!IsIn(id, prefix)) continue;
      ASSERT_LT(next, expected.size());
      EXPECT_EQ(importer_->FilePath(run().events.payload[id].file), std::get<2>(expected[next]));
      if (next == 0) {
        EXPECT_EQ(run().events.time_ns[id], truth["t0"].get<int64_t>() * 1000);
      }
      ++next;
    }
    EXPECT_EQ(next, expected.size());
  }
  if (GetParam().name == "same_timestamp") {
    for (const EventId id : run().events.ids()) {
      EXPECT_EQ(tensor::ReadInt64(tensor::DType::kI32, run().values->ReadValue(id)->view().data),
                static_cast<int64_t>(id.index()) + 1);
    }
  }
}

TEST_P(Tfdbg1Truth, BadTensors) {
  for (const auto& [prefix, truth] : Roots()) {
    std::vector<std::string> bad;
    for (const EventId id : run().events.ids()) {
      const std::string key = WatchKey(id);
      // As TensorFlow would say it, so that the lists can be compared.
      const bool wrong = kTensorFlowIsWrong.contains(GetParam().name + " " + key);
      if (IsIn(id, prefix) && run().values->ReadDigest(id)->bad.value_or(false) != wrong) {
        bad.push_back(key);
      }
    }
    EXPECT_EQ(json(bad), truth["all_inf_or_nan"]);
    EXPECT_EQ(bad.empty() ? json() : json(bad.front()), truth["first_inf_or_nan"]);
  }
}

TEST_P(Tfdbg1Truth, CoreMetadata) {
  // TensorFlow lists them as the file system does.
  std::map<int64_t, json> expected;
  std::map<int64_t, json> info;
  for (const auto& [prefix, truth] : Roots()) {
    for (const json& metadata : truth["core_metadata"]) {
      const auto index = metadata["session_run_index"].get<int64_t>();
      expected[index] = metadata;
      info[index] = {truth.value("run_fetches_info", json()),
                     truth.value("run_feed_keys_info", json())};
    }
  }
  const auto names = [&](const std::vector<StringId>& ids) {
    json list = json::array();
    for (const StringId id : ids) list.push_back(run().strings[id]);
    return list;
  };
  const auto text = [&](StringId id) {
    return id.valid() ? json(run().strings[id]) : json::array();  // TensorFlow says [] for none
  };
  ASSERT_EQ(run().executions.size(), expected.size());
  int64_t last_ns = 0;
  for (const auto id : Ids<store::ExecutionId>(run().executions.size())) {
    const store::Execution& execution = run().executions[id];
    const int64_t index = execution.session_run_index;
    const json said = {{"executor_step_index", execution.executor_step_index},
                       {"global_step", execution.global_step},
                       {"input_names", names(execution.feeds)},
                       {"output_names", names(execution.fetches)},
                       {"session_run_index", index},
                       {"target_nodes", names(execution.targets)}};
    EXPECT_EQ(said, expected[index]);
    if (!info[index][0].is_null()) {
      EXPECT_EQ(text(execution.fetches_text), info[index][0]);
      EXPECT_EQ(text(execution.feeds_text), info[index][1]);
    }
    EXPECT_LT(last_ns, execution.time_ns);
    last_ns = execution.time_ns;
  }
}

TEST_P(Tfdbg1Truth, EachTensorHasItsExecution) {
  for (const EventId id : run().events.ids()) {
    ASSERT_TRUE(run().events.execution[id].valid());
    const store::Execution& execution = run().executions[run().events.execution[id]];
    EXPECT_LE(execution.time_ns, run().events.time_ns[id]);
    // In a session root both lie in one directory, which holds one Session.run.
    const std::string path = importer_->FilePath(run().events.payload[id].file);
    if (!path.starts_with("run_")) continue;
    const std::string directory = path.substr(0, path.find('/') + 1);
    for (const auto& [prefix, truth] : Roots()) {
      if (prefix == directory) {
        EXPECT_EQ(execution.session_run_index,
                  truth["core_metadata"][0]["session_run_index"].get<int64_t>());
      }
    }
  }
}

TEST_P(Tfdbg1Truth, DevicesAndFiles) {
  std::set<std::string> devices, expected_devices;
  for (const auto id : Ids<store::DeviceId>(run().devices.size())) {
    devices.emplace(run().DeviceName(id));
  }
  size_t graphs = 0, metadata = 0, tensors = 0;
  for (const auto& [prefix, truth] : Roots()) {
    for (const json& device : truth["devices"]) expected_devices.insert(device);
    for (const json& file : truth["files"]) {
      const std::string path = file["path"];
      const std::string name = path.substr(path.rfind('/') + 1);
      graphs += importers::tfdbg1::ParseGraphTime(name).has_value();
      metadata += importers::tfdbg1::ParseMetadataName(name).has_value();
      if (ParseDumpName(name) && !name.starts_with("_tfdbg_")) {
        ++tensors;
        EXPECT_TRUE(by_path_.contains(prefix + path)) << path;
        EXPECT_EQ(fs::file_size(root_ / (prefix + path)), file["bytes"].get<uintmax_t>());
      }
    }
  }
  EXPECT_EQ(devices, expected_devices);
  EXPECT_EQ(run().graphs.num_graphs(), graphs);
  EXPECT_EQ(run().executions.size(), metadata);
  EXPECT_EQ(run().events.size(), tensors);
}

TEST_P(Tfdbg1Truth, Graphs) {
  std::map<std::pair<std::string, std::string>, std::vector<json>> ours;  // by root and device
  for (const store::GraphId id : run().graphs.graph_ids()) {
    const store::Graph& graph = run().graphs.graph(id);
    EXPECT_TRUE(graph.recorded);
    json nodes = json::array();
    for (const store::OpId op_id : graph.ops) {
      const store::Op& op = run().graphs.op(op_id);
      json inputs = json::array();
      for (const InputRef& input : op.inputs) {
        std::string text(run().strings[input.op]);
        if (input.slot == InputRef::kControl) text = "^" + text;
        if (input.slot > 0) text += ":" + std::to_string(input.slot);
        inputs.push_back(text);
      }
      nodes.push_back({{"device", run().DeviceName(op.device)},
                       {"input", inputs},
                       {"name", run().strings[op.name]},
                       {"op", run().strings[op.type]}});
    }
    const std::string key(run().strings[graph.key]);
    const std::string root = key.substr(0, key.find("_tfdbg_device_"));
    ours[{root, std::string(run().DeviceName(graph.device))}].push_back(nodes);
  }
  for (const auto& [prefix, truth] : Roots()) {
    for (const auto& [device, nodes] : truth["non_debug_partition_graphs"].items()) {
      // Of several executors' graphs TensorFlow keeps one.
      const auto& found = ours[{prefix, device}];
      EXPECT_EQ(found.size() > 1, GetParam().name == "dtypes");
      EXPECT_NE(std::find(found.begin(), found.end(), nodes), found.end()) << device << nodes;
    }
  }
}

// A tensor's op is in a graph that was published before it, on its device, and says what it is.
TEST_P(Tfdbg1Truth, EachTensorHasItsGraph) {
  for (const EventId id : run().events.ids()) {
    const store::Op& op = run().graphs.op(run().events.op[id]);
    EXPECT_TRUE(op.type.valid()) << WatchKey(id);
    EXPECT_EQ(op.device, run().events.device[id]);
    EXPECT_LE(run().graphs.graph(op.graph).time_ns, run().events.time_ns[id]);
  }
}

// What the program itself got, where that was noted down.
TEST_P(Tfdbg1Truth, FetchedValues) {
  const auto last_of = [&](const std::string& node, int64_t run_index) {
    tensor::Value value;
    for (const EventId id : run().events.ids()) {
      const store::Execution& execution = run().executions[run().events.execution[id]];
      if (NodeOf(id) == node && (run_index < 0 || execution.session_run_index == run_index)) {
        value = *run().values->ReadValue(id);
      }
    }
    return value;
  };
  if (GetParam().name == "wrapper_runs") {
    const json& fetched = truth_["fetched"];
    ExpectElement(tensor::DType::kF32, last_of("loss", 4).view().data, fetched["loss_run1"]);
    ExpectElement(tensor::DType::kF32, last_of("loss", 5).view().data, fetched["loss_run2"]);
  } else if (truth_.contains("fetched")) {
    const store::Execution& execution = run().executions[store::ExecutionId(0)];
    const std::string fetch(run().strings[execution.fetches.front()]);
    const tensor::Value value = last_of(fetch.substr(0, fetch.find(':')), -1);
    const auto elements = ElementsOf(value);
    ASSERT_EQ(elements.size(), truth_["fetched"].size());
    for (size_t i = 0; i < elements.size(); ++i) {
      ExpectElement(value.dtype(), elements[i], truth_["fetched"][i]);
    }
  } else if (truth_.contains("requested")) {  // odd names, each with its index as value
    ASSERT_EQ(run().events.size(), truth_["requested"].size());
    for (size_t i = 0; i < truth_["requested"].size(); ++i) {
      const tensor::Value value = last_of(truth_["requested"][i], -1);
      EXPECT_EQ(tensor::ReadDouble(value.dtype(), value.view().data), static_cast<double>(i));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Recordings, Tfdbg1Truth, testing::ValuesIn(Fixtures()),
                         [](const auto& fixture) { return fixture.param.name; });

TEST(Tfdbg1TruthList, NamesEveryRecording) {
  TDBG_NEEDS_SHARED_FIXTURES();
  std::set<fs::path> listed;
  for (const Fixture& fixture : Fixtures()) listed.insert(fs::weakly_canonical(fixture.folder));
  for (const auto& entry : fs::directory_iterator(SharedFixture("tfdbg1"))) {
    EXPECT_TRUE(listed.contains(fs::weakly_canonical(entry.path()))) << entry.path();
  }
}

}  // namespace
}  // namespace tdbg::tests
