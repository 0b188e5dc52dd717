// Every recorded tfdbg2 logdir, compared with what TensorFlow's own reader said of it, in all that
// it said.
#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "fixture_path.h"
#include "importers/tfdbg2/summary.h"
#include "session/session.h"
#include "truth_json.h"
#include "truth_value.h"

namespace tdbg::tests {
namespace {

using session::RunView;
using session::Session;
using store::EventId;
using store::ExecutionId;
using store::GraphId;
using store::OpId;

// One holds an op without its creation record, the other two runs: TensorFlow's reader gives up on
// both.
constexpr const char* kUnreadable[] = {"tfdbg2/killed_nobuf", "tfdbg2/two_runs"};
constexpr const char* kReadable[] = {"tfdbg2/circular_5",         "tfdbg2/dtypes_full_health",
                                     "tfdbg2/dtypes_full_tensor", "tfdbg2/dtypes_shape",
                                     "tfdbg2/filtered",           "tfdbg2/fwd_bwd",
                                     "tfdbg2/killed_circular",    "tfdbg2/mode_concise_health",
                                     "tfdbg2/mode_curt_health",   "tfdbg2/mode_full_health",
                                     "tfdbg2/mode_full_tensor",   "tfdbg2/mode_no_tensor",
                                     "tfdbg2/mode_shape",         "tfdbg2/truncated",
                                     "tfdbg2/two_cpus",           "tfdbg2/two_hosts",
                                     "tfdbg2/v1_graph",           "synthetic/tfdbg2"};

// The project's own: there without the shared ones.
constexpr const char* kOwn[] = {"own/mnist_nan", "own/tfdbg2_full_tensor", "own/causes"};

class Tfdbg2Recording : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const std::string name = GetParam();
    const bool own = name.starts_with("own/");
    if (!own) TDBG_NEEDS_SHARED_FIXTURES();
    const auto folder = own ? OwnFixture(name.substr(4)) : SharedFixture(name);
    truth_ = LoadTruth(folder / (own ? "expected.json" : "truth.json"));
    auto opened = Session::Open((folder / "dump").string(), nullptr);
    ASSERT_TRUE(opened.ok()) << opened.status().message();
    session_ = *std::move(opened);
  }

  const store::Run& run() const { return *session_->trace().runs.at(0); }
  std::string_view Text(StringId id) const { return run().strings[id]; }

  // Traces in the order of their files, as TensorFlow numbers them.
  std::vector<EventId> Traces() const {
    std::vector<EventId> traces;
    for (const EventId id : run().events.ids()) {
      if (run().events.op[id].valid()) traces.push_back(id);
    }
    return traces;
  }

  std::vector<OpId> RecordedOps() const {
    std::vector<OpId> ops;
    for (const OpId id : run().graphs.op_ids()) {
      if (run().graphs.op(id).type.valid()) ops.push_back(id);
    }
    return ops;
  }

  void ExpectStack(store::StackId stack, const Truth& expected) const;
  void ExpectSummary(EventId event, const Truth& vector) const;
  void ExpectTensor(EventId event, const Truth& expected) const;

  Truth truth_;
  std::unique_ptr<Session> session_;
};

// The recordings that TensorFlow's reader could read.
class Tfdbg2Truth : public Tfdbg2Recording {};

// TensorFlow gives no list at all where it is empty.
template <typename T>
Truth ListOrNull(const std::vector<T>& list) {
  return list.empty() ? Truth(nullptr) : Truth(list);
}

Truth TextOrNull(std::string_view text) {
  return text.empty() ? Truth(nullptr) : Truth(std::string(text));
}

void Tfdbg2Recording::ExpectStack(store::StackId stack, const Truth& expected) const {
  const auto frames = run().stacks.frames(stack);
  if (expected.contains("stack_error")) {  // its reader gives up where one frame is missing
    EXPECT_GT(frames.size(), 0u);
    return;
  }
  ASSERT_EQ(frames.size(), expected.at("stack_depth").get<size_t>());
  if (frames.empty()) return;
  const store::Frame& top = run().stacks.frame(frames.back());
  ASSERT_TRUE(top.recorded && top.file.valid());
  EXPECT_EQ(Truth({Text(run().sources[top.file].path), top.line, Text(top.function)}),
            expected.at("stack_top"));
}

// The vector of numbers that the mode's summary consists of, its tensor id aside.
void Tfdbg2Recording::ExpectSummary(EventId event, const Truth& vector) const {
  const auto digest = run().values->ReadDigest(event);
  ASSERT_TRUE(digest.ok()) << digest.status().message();
  std::vector<double> numbers;
  const auto add = [&](const std::optional<int64_t>& number) {
    ASSERT_TRUE(number.has_value());
    numbers.push_back(static_cast<double>(*number));
  };
  const auto dtype = static_cast<int64_t>(digest->dtype);
  switch (run().events.detail[event]) {
    case Detail::kCurtHealth:
      add(digest->bad.value());
      break;
    case Detail::kConciseHealth:
      for (const auto& n : {digest->elements, digest->neg_inf, digest->pos_inf, digest->nan})
        add(n);
      break;
    case Detail::kFullHealth:
      add(-1);  // the device, which TensorFlow never fills in
      for (const auto& n :
           {std::optional(dtype), digest->rank, digest->elements, digest->neg_inf, digest->pos_inf,
            digest->nan, digest->negative, digest->zero, digest->positive}) {
        add(n);
      }
      break;
    case Detail::kShape: {
      for (const auto& n : {std::optional(dtype), digest->rank, digest->elements}) add(n);
      EXPECT_EQ(digest->shape.has_value(), *digest->rank <= 6);
      for (size_t axis = 0; axis < 6; ++axis) {
        if (!digest->shape) {
          numbers.push_back(vector.at(4 + axis).get<double>());  // the last six of more: not kept
        } else {
          add(static_cast<int>(axis) < digest->shape->rank()
                  ? (*digest->shape)[static_cast<int>(axis)]
                  : 0);
        }
      }
      break;
    }
    default:
      ADD_FAILURE() << "a summary in mode " << DetailName(run().events.detail[event]);
  }
  EXPECT_EQ(Truth(numbers), Truth(vector.begin() + 1, vector.end()));
  EXPECT_EQ(run().events.badness[event] == store::Badness::kBad, digest->bad.value_or(false));
}

// Lengths first, then the bytes: how a graph's strings travel. TensorFlow's reader cannot decode
// it.
std::vector<std::string> StringsFromContent(const std::string& content, size_t count) {
  std::vector<std::string> strings;
  size_t at = count;  // lengths below 128 take one byte each
  for (size_t i = 0; i < count; ++i) {
    const size_t length = static_cast<uint8_t>(content.at(i));
    strings.push_back(content.substr(at, length));
    at += length;
  }
  EXPECT_EQ(at, content.size());
  return strings;
}

void Tfdbg2Recording::ExpectTensor(EventId event, const Truth& expected) const {
  const auto value = run().values->ReadValue(event);
  ASSERT_TRUE(value.ok()) << value.status().message();
  EXPECT_EQ(value->dtype(), DTypeFromTruth(expected.at("dtype").get<std::string>()));
  EXPECT_EQ(value->dtype(), run().events.dtype[event]);
  if (expected.contains("value")) {
    ExpectValue(*value, expected.at("value"));
    return;
  }
  ASSERT_EQ(value->dtype(), tensor::DType::kString) << expected.at("reader_error");
  const auto elements = ElementsOf(*value);
  const auto strings = StringsFromContent(
      BytesFromHex(expected.at("tensor_content_hex").get<std::string>()), elements.size());
  for (size_t i = 0; i < elements.size(); ++i) {
    EXPECT_EQ(tensor::ReadText(elements[i]), strings[i]);
  }
}

TEST_P(Tfdbg2Recording, RecordsPerFile) {
  std::map<std::string, int64_t> expected, found{{"graph_execution_traces", 0}};
  for (const auto& [file, counts] : truth_.at("records_per_file").items()) {
    expected[file.substr(file.rfind('.') + 1)] += counts.at("records").get<int64_t>();
    const auto& losses = session_->trace().losses.losses();
    const auto torn = std::find_if(losses.begin(), losses.end(), [&](const store::Loss& loss) {
      return loss.name == "torn_record" && loss.file == file;
    });
    const bool whole = counts.at("intact_bytes") == counts.at("file_bytes");
    EXPECT_EQ(torn == losses.end(), whole) << file;
    if (torn != losses.end()) {
      EXPECT_EQ(torn->offset, counts.at("intact_bytes").get<int64_t>());
    }
  }
  for (const auto& run : session_->trace().runs) {
    found["metadata"] += static_cast<int64_t>(run->hosts.size());
    found["source_files"] += static_cast<int64_t>(run->sources.size());
    found["execution"] += static_cast<int64_t>(run->executions.size());
    for (store::FrameId id : Ids<store::FrameId>(run->stacks.num_frames())) {
      found["stack_frames"] += run->stacks.frame(id).recorded;
    }
    for (const GraphId id : run->graphs.graph_ids()) {
      found["graphs"] += run->graphs.graph(id).recorded;
    }
    for (const OpId id : run->graphs.op_ids()) {
      found["graphs"] += run->graphs.op(id).type.valid();
    }
    for (const EventId id : run->events.ids()) {
      found["graph_execution_traces"] += run->events.op[id].valid();
    }
  }
  // Device records make rows too, but traces name devices that have none.
  const size_t devices =
      truth_.contains("devices") ? truth_.at("devices").size() : session_->trace().runs.size();
  found["graphs"] += static_cast<int64_t>(devices);
  EXPECT_EQ(found, expected);
}

TEST_P(Tfdbg2Truth, RunAndVersions) {
  ASSERT_EQ(session_->trace().runs.size(), 1u);
  EXPECT_EQ(run().id, truth_.at("tfdbg_run_id").get<std::string>());
  EXPECT_EQ(run().framework, "tensorflow");
  EXPECT_EQ(run().framework_version, truth_.at("tensorflow_version").get<std::string>());
  EXPECT_EQ(run().format_version, truth_.value("file_version", "debug.Event:1"));
  EXPECT_EQ(SecondsFromNs(run().start_ns), truth_.at("starting_wall_time").get<double>());
  // Numbered from 1 in order of first use; devices that only traces name come after.
  const Truth& devices = truth_.at("devices");
  ASSERT_GE(run().devices.size(), devices.size());
  for (size_t i = 0; i < devices.size(); ++i) {
    EXPECT_EQ(run().DeviceName(store::DeviceId(i)),
              devices.at(std::to_string(i + 1)).get<std::string>());
  }
}

TEST_P(Tfdbg2Truth, SourceFiles) {
  Truth found = Truth::array();
  for (store::SourceFileId id : Ids<store::SourceFileId>(run().sources.size())) {
    const store::SourceFile& file = run().sources[id];
    if (!file.path.valid()) continue;  // damaged
    found.push_back(
        {{"host", Text(file.host)}, {"num_lines", file.num_lines}, {"path", Text(file.path)}});
    const auto lines = run().values->ReadSource(id);
    EXPECT_EQ(lines.ok() ? static_cast<int64_t>(lines->size()) : 0, file.num_lines);
  }
  EXPECT_EQ(found, truth_.at("source_files"));
}

TEST_P(Tfdbg2Truth, Graphs) {
  const auto key = [&](GraphId id) { return TextOrNull(Text(run().graphs.graph(id).key)); };
  Truth found = Truth::array();
  for (const GraphId id : run().graphs.graph_ids()) {
    const store::Graph& graph = run().graphs.graph(id);
    if (!graph.recorded) continue;
    Truth inner = Truth::array();
    for (const GraphId child : graph.inner) inner.push_back(key(child));
    found.push_back({{"graph_id", key(id)},
                     {"inner_graph_ids", inner},
                     {"name", TextOrNull(Text(graph.name))},
                     {"outer_graph_id", graph.outer.valid() ? key(graph.outer) : Truth(nullptr)}});
  }
  EXPECT_EQ(found, truth_.at("graphs"));
}

TEST_P(Tfdbg2Truth, GraphOps) {
  const Truth& expected = truth_.at("graph_ops");
  const auto ops = RecordedOps();
  ASSERT_EQ(ops.size(), expected.size());
  for (size_t i = 0; i < ops.size(); ++i) {
    SCOPED_TRACE("op " + std::to_string(i));
    const store::Op& op = run().graphs.op(ops[i]);
    const Truth& wanted = expected.at(i);
    std::vector<std::string> inputs;
    for (const store::InputRef& input : op.inputs) {
      inputs.push_back(std::string(Text(input.op)) + ":" + std::to_string(input.slot));
    }
    EXPECT_EQ(Truth(Text(op.name)), wanted.at("op_name"));
    EXPECT_EQ(Truth(Text(op.type)), wanted.at("op_type"));
    EXPECT_EQ(Truth(Text(run().graphs.graph(op.graph).key)), wanted.at("graph_id"));
    EXPECT_EQ(Truth(Text(op.host)), wanted.at("host_name"));
    EXPECT_EQ(TextOrNull(run().DeviceName(op.device)), wanted.at("device_name"));
    EXPECT_EQ(ListOrNull(inputs), wanted.at("input_names"));
    EXPECT_EQ(ListOrNull(op.output_tensor_ids), wanted.at("output_tensor_ids"));
    EXPECT_EQ(static_cast<size_t>(op.num_outputs), op.output_tensor_ids.size());
    EXPECT_EQ(SecondsFromNs(op.time_ns), wanted.at("wall_time").get<double>());
    ExpectStack(op.stack, wanted);
  }
}

TEST_P(Tfdbg2Truth, Executions) {
  const Truth& expected = truth_.at("executions");
  ASSERT_EQ(run().executions.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    SCOPED_TRACE("execution " + std::to_string(i));
    const store::Execution& execution = run().executions[ExecutionId(i)];
    const Truth& wanted = expected.at(i);
    EXPECT_EQ(Truth(Text(execution.op_type)), wanted.at("op_type"));
    EXPECT_EQ(Truth(Text(execution.host)), wanted.at("host_name"));
    EXPECT_EQ(execution.num_outputs, wanted.at("num_outputs").get<int>());
    EXPECT_EQ(ListOrNull(execution.input_tensor_ids), wanted.at("input_tensor_ids"));
    EXPECT_EQ(ListOrNull(execution.output_tensor_ids), wanted.at("output_tensor_ids"));
    EXPECT_EQ(SecondsFromNs(execution.time_ns), wanted.at("wall_time").get<double>());
    EXPECT_EQ(run().detail, DetailOfTensorFlowMode(wanted.at("tensor_debug_mode").get<int64_t>()));
    // The record of a call under a gradient tape does not say which graph it ran; we find out.
    if (!wanted.at("graph_id").get<std::string>().empty()) {
      EXPECT_EQ(Truth(Text(run().graphs.graph(execution.graph).key)), wanted.at("graph_id"));
    }
    ExpectStack(execution.stack, wanted);

    std::vector<Truth> devices;
    for (const store::DeviceId device : execution.output_devices) {
      devices.push_back(device.index() + 1);
    }
    EXPECT_EQ(ListOrNull(devices), wanted.at("output_tensor_device_ids"));

    const Truth& summaries = wanted.at("debug_tensor_values");
    const Truth values = wanted.contains("values") ? wanted.at("values") : Truth(nullptr);
    const Truth& tensors = values.is_null() ? summaries : values;
    EventId event = execution.first_event;
    int32_t found = 0;
    for (size_t k = 0; k < tensors.size(); ++k) {
      if (tensors.at(k).is_null()) continue;  // a placeholder: nothing was recorded
      SCOPED_TRACE("tensor " + std::to_string(k));
      ASSERT_LT(found, execution.num_events);
      EXPECT_EQ(run().events.execution[event], ExecutionId(i));
      const bool aligned = tensors.size() == wanted.at("num_outputs").get<size_t>();
      EXPECT_EQ(run().events.slot[event], aligned ? static_cast<int32_t>(k) : -1);
      if (aligned) {
        EXPECT_EQ(run().events.device[event], execution.output_devices.at(k));
      }
      if (values.is_null()) {
        ExpectSummary(event, summaries.at(k));
      } else {
        ExpectTensor(event, values.at(k));
      }
      event = EventId(event.index() + 1);
      ++found;
    }
    EXPECT_EQ(found, execution.num_events);
  }
}

TEST_P(Tfdbg2Truth, GraphExecutionTraces) {
  const Truth& expected = truth_.at("graph_execution_traces");
  const auto traces = Traces();
  ASSERT_EQ(traces.size(), expected.size());
  for (size_t i = 0; i < traces.size(); ++i) {
    SCOPED_TRACE("trace " + std::to_string(i));
    const store::TensorEvent event = run().events.Row(traces[i]);
    const store::Op& op = run().graphs.op(event.op);
    const Truth& wanted = expected.at(i);
    EXPECT_EQ(Truth(Text(op.name)), wanted.at("op_name"));
    EXPECT_EQ(Truth(Text(op.type)), wanted.at("op_type"));
    EXPECT_EQ(Truth(Text(run().graphs.graph(op.graph).key)), wanted.at("graph_id"));
    Truth ancestry = Truth::array();
    for (GraphId id = op.graph; id.valid(); id = run().graphs.graph(id).outer) {
      ancestry.insert(ancestry.begin(), Text(run().graphs.graph(id).key));
    }
    EXPECT_EQ(ancestry, wanted.at("graph_ids"));
    EXPECT_EQ(event.slot, wanted.at("output_slot").get<int>());
    if (wanted.contains("tensor_id")) {
      EXPECT_EQ(op.output_tensor_ids.at(static_cast<size_t>(event.slot)),
                wanted.at("tensor_id").get<int64_t>());
    }
    EXPECT_EQ(Truth(run().DeviceName(event.device)), wanted.at("device_name"));
    EXPECT_EQ(SecondsFromNs(event.time_ns), wanted.at("wall_time").get<double>());
    EXPECT_EQ(event.detail, DetailOfTensorFlowMode(wanted.at("tensor_debug_mode").get<int64_t>()));
    if (const Truth& vector = wanted.at("debug_tensor_value"); !vector.is_null()) {
      ExpectSummary(traces[i], vector);
    }
    if (wanted.contains("value")) ExpectTensor(traces[i], wanted.at("value"));
  }
}

// Bad tensors that TensorFlow does not call so: its count is for real numbers only.
bool IsBeyondTensorFlow(const std::string& fixture, tensor::DType dtype) {
  return fixture == "tfdbg2/dtypes_full_tensor" && dtype == tensor::DType::kComplex64;
}

// (trace or execution, its number, slot) of an alert.
using AlertKey = std::tuple<std::string, int64_t, int64_t>;

AlertKey KeyOf(const Truth& alert) {
  const auto number = [&](const char* key) {
    return alert.contains(key) && !alert.at(key).is_null() ? alert.at(key).get<int64_t>() : -1;
  };
  const int64_t slot = std::max(number("output_slot"), number("tensor_proto_index"));
  if (number("execution_index") >= 0) return {"execution", number("execution_index"), slot};
  return {"trace", number("graph_execution_trace_index"), std::max<int64_t>(slot, 0)};
}

// Every tensor whose recorded value holds a bad number, in the form of "inf_nan_by_value".
Truth AlertsByValue(const Truth& truth) {
  if (truth.contains("inf_nan_by_value")) return truth.at("inf_nan_by_value");
  const auto bad = [](const Truth& tensor) {
    const Truth values = tensor.value("value", Truth::object()).value("values", Truth::array());
    return std::any_of(values.begin(), values.end(),
                       [](const Truth& number) { return number.is_string(); });
  };
  Truth alerts = Truth::array();
  const auto add = [&](const char* number, size_t i, const Truth& of, size_t slot) {
    alerts.push_back({{number, i},
                      {"tensor_proto_index", slot},
                      {"op_type", of.at("op_type")},
                      {"wall_time", of.at("wall_time")}});
  };
  const Truth& traces = truth.at("graph_execution_traces");
  for (size_t i = 0; i < traces.size(); ++i) {
    if (bad(traces[i].at("value"))) add("graph_execution_trace_index", i, traces[i], 0);
  }
  const Truth& executions = truth.at("executions");
  for (size_t i = 0; i < executions.size(); ++i) {
    const Truth& values = executions[i].at("values");
    for (size_t slot = 0; slot < values.size(); ++slot) {
      if (bad(values[slot])) add("execution_index", i, executions[i], slot);
    }
  }
  return alerts;
}

TEST_P(Tfdbg2Truth, Alerts) {
  // TensorFlow's monitor deadlocks on whole tensors; for those the truth is in the values.
  const bool by_value = run().detail == Detail::kFullTensor;
  std::map<AlertKey, Truth> expected;
  for (const Truth& alert : by_value ? AlertsByValue(truth_) : truth_.at("inf_nan_alerts")) {
    expected[KeyOf(alert)] = alert;
  }

  const auto traces = Traces();
  std::set<AlertKey> found;
  std::vector<AlertKey> chronological;
  RunView& view = session_->runs()[0];
  for (const query::Alert& alert : view.alerts()) {
    const store::TensorEvent event = run().events.Row(alert.event);
    if (IsBeyondTensorFlow(GetParam(), event.dtype)) continue;
    AlertKey key;
    if (event.op.valid()) {
      const auto it = std::find(traces.begin(), traces.end(), alert.event);
      key = {"trace", it - traces.begin(), event.slot};
    } else {
      key = {"execution", event.execution.index(), event.slot};
    }
    found.insert(key);
    chronological.push_back(key);
    ASSERT_TRUE(expected.contains(key)) << std::get<0>(key) << " " << std::get<1>(key);
    const Truth& wanted = expected.at(key);
    EXPECT_EQ(SecondsFromNs(event.time_ns), wanted.at("wall_time").get<double>());
    const StringId type = event.op.valid() ? run().graphs.op(event.op).type
                                           : run().executions[event.execution].op_type;
    EXPECT_EQ(Truth(Text(type)), wanted.at("op_type"));
    if (by_value) continue;
    const auto digest = run().values->ReadDigest(alert.event);
    ASSERT_TRUE(digest.ok());
    const auto same = [](const std::optional<int64_t>& count, const Truth& number) {
      return count ? Truth(*count) == number : number.is_null();
    };
    EXPECT_TRUE(same(digest->elements, wanted.at("size")));
    EXPECT_TRUE(same(digest->nan, wanted.at("num_nan")));
    EXPECT_TRUE(same(digest->pos_inf, wanted.at("num_pos_inf")));
    EXPECT_TRUE(same(digest->neg_inf, wanted.at("num_neg_inf")));
  }
  EXPECT_EQ(found.size(), expected.size());
  if (const Truth first = truth_.value("first_alert_by_wall_time", Truth()); !first.is_null()) {
    ASSERT_FALSE(chronological.empty());
    EXPECT_EQ(chronological.front(), KeyOf(first));
  }
}

std::string FixtureName(const testing::TestParamInfo<const char*>& info) {
  const std::string path = info.param;
  return path.starts_with("synthetic") ? "synthetic" : path.substr(path.find('/') + 1);
}

INSTANTIATE_TEST_SUITE_P(Own, Tfdbg2Truth, testing::ValuesIn(kOwn), FixtureName);
INSTANTIATE_TEST_SUITE_P(Readable, Tfdbg2Truth, testing::ValuesIn(kReadable), FixtureName);
INSTANTIATE_TEST_SUITE_P(Readable, Tfdbg2Recording, testing::ValuesIn(kReadable), FixtureName);
INSTANTIATE_TEST_SUITE_P(Unreadable, Tfdbg2Recording, testing::ValuesIn(kUnreadable), FixtureName);

// A fixture that nobody compares would be a promise that nobody keeps.
TEST(Tfdbg2Fixtures, AreAllCompared) {
  TDBG_NEEDS_SHARED_FIXTURES();
  std::set<std::string> there;
  for (const auto& entry : std::filesystem::directory_iterator(SharedFixture("tfdbg2"))) {
    there.insert("tfdbg2/" + entry.path().filename().string());
  }
  there.insert("synthetic/tfdbg2");
  std::set<std::string> compared(std::begin(kReadable), std::end(kReadable));
  for (const char* name : kUnreadable) {
    compared.insert(name);
    EXPECT_TRUE(LoadTruth(SharedFixture(name) / "truth.json").contains("reader_error"));
  }
  EXPECT_EQ(there, compared);
}

// The damaged copy loses a source file, but no stack: TensorFlow's reader gives up on such stacks.
TEST(Tfdbg2Fixtures, StacksSurviveALostSourceFile) {
  TDBG_NEEDS_SHARED_FIXTURES();
  const auto depths = [](const std::string& name) {
    std::vector<size_t> found;
    auto opened = Session::Open((SharedFixture(name) / "dump").string(), nullptr);
    EXPECT_TRUE(opened.ok());
    const store::Run& run = *(*opened)->trace().runs.at(0);
    for (const OpId id : run.graphs.op_ids()) {
      found.push_back(run.stacks.frames(run.graphs.op(id).stack).size());
    }
    return found;
  };
  EXPECT_EQ(depths("tfdbg2/truncated"), depths("tfdbg2/mode_full_health"));
}

}  // namespace
}  // namespace tdbg::tests
