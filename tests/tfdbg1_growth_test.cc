// tfdbg1 dumps that grow while they are read, file by file: in the order in which the runtime
// writes the files, and in any other, as copying a dump from machine to machine may bring them.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <tuple>

#include "base/scratch_directory.h"
#include "fixture_path.h"
#include "followed_answers.h"
#include "importers/tfdbg1/handmade_dump.h"

namespace tdbg::tests {
namespace {

namespace fs = std::filesystem;
using namespace importers::tfdbg1;
using session::Session;

enum class Order { kOfWriting, kAny };

// The files of a dump on their way into a folder of its own.
class Arrival {
 public:
  Arrival(const fs::path& dump, Order order, uint32_t seed) : random_(seed) {
    std::vector<File> files;
    for (const auto& entry : fs::recursive_directory_iterator(dump)) {
      if (!entry.is_regular_file()) continue;
      std::ifstream stream(entry.path(), std::ios::binary);
      files.push_back({fs::relative(entry.path(), dump).string(),
                       std::string(std::istreambuf_iterator<char>(stream), {})});
    }
    if (order == Order::kOfWriting) {
      std::sort(files.begin(), files.end(),
                [](const File& a, const File& b) { return Turn(a) < Turn(b); });
    } else {
      std::sort(files.begin(), files.end(),
                [](const File& a, const File& b) { return a.path < b.path; });
      std::shuffle(files.begin(), files.end(), random_);
    }
    left_ = files.size();
    CutSome(std::move(files), order);
  }

  std::string folder() const { return folder_.path(); }
  bool complete() const { return left_ == 0; }
  size_t pieces() const { return pieces_.size(); }

  void Bring(size_t pieces) {
    for (; pieces > 0 && !complete(); --pieces) {
      const File& piece = pieces_[next_++];
      left_ -= !piece.cut;
      const fs::path path = fs::path(folder()) / piece.path;
      fs::create_directories(path.parent_path());
      std::ofstream(path, std::ios::binary) << piece.bytes;
    }
  }

 private:
  struct File {
    std::string path;
    std::string bytes;
    bool cut = false;
  };

  // By the time in its name; the texts that a session wrapper writes have that of their directory.
  static std::tuple<int64_t, bool, std::string> Turn(const File& file) {
    const std::string name = fs::path(file.path).filename().string();
    const auto number = [](const std::string& text) { return std::atoll(text.c_str()); };
    int64_t time = number(name.substr(name.rfind('_') + 1));
    if (time == 0 && file.path.starts_with("run_")) time = number(file.path.substr(4));
    return {time, !name.starts_with("_tfdbg_"), file.path};
  }

  // Some files are there in part first. The rest follows soon, or, in any order, at some time.
  void CutSome(std::vector<File> files, Order order) {
    std::vector<std::pair<double, File>> moments;
    for (size_t i = 0; i < files.size(); ++i) {
      const auto moment = static_cast<double>(i);
      if (random_() % 6 == 0) {
        File part = files[i];
        part.bytes.resize(random_() % part.bytes.size());
        part.cut = true;
        moments.emplace_back(moment, part);
        const size_t latest = order == Order::kAny ? files.size() - i : 4;
        moments.emplace_back(moment + 0.5 + static_cast<double>(random_() % latest), files[i]);
      } else {
        moments.emplace_back(moment, files[i]);
      }
    }
    std::stable_sort(moments.begin(), moments.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto& [moment, file] : moments) pieces_.push_back(std::move(file));
  }

  ScratchDirectory folder_;
  std::mt19937 random_;
  std::vector<File> pieces_;
  size_t next_ = 0;
  size_t left_ = 0;  // files that are not there whole
};

// What the tables say, without ids and without what depends on when they were read.
class TablesText {
 public:
  explicit TablesText(Session& session) : session_(session) {}

  std::vector<std::string> Lines() {
    for (const store::Loss& loss : session_.trace().losses.losses()) {
      Add("loss ") << loss.file << " " << loss.name << " " << loss.count << " " << loss.offset
                   << " " << loss.text;
    }
    for (const auto& run : session_.trace().runs) OfRun(*run);
    std::vector<std::string> lines;
    for (const std::ostringstream& line : lines_) lines.push_back(line.str());
    std::sort(lines.begin(), lines.end());
    return lines;
  }

 private:
  std::ostringstream& Add(const char* kind) {
    lines_.emplace_back() << kind;
    return lines_.back();
  }

  void OfRun(const store::Run& run) {
    Add("run ") << run.start_ns << " " << run.end_ns;
    for (const store::DeviceId device : Ids<store::DeviceId>(run.devices.size())) {
      Add("device ") << run.DeviceName(device);
    }
    for (const store::GraphId graph : run.graphs.graph_ids()) OfGraph(run, graph);
    for (const auto execution : Ids<store::ExecutionId>(run.executions.size())) {
      OfExecution(run, run.executions[execution]);
    }
    for (const store::EventId event : run.events.ids()) OfEvent(run, event);
  }

  static std::string Name(const store::Run& run, store::OpId op) {
    if (!op.valid()) return "-";
    return std::string(run.strings[run.graphs.graph(run.graphs.op(op).graph).key]) +
           "::" + std::string(run.strings[run.graphs.op(op).name]);
  }

  void OfGraph(const store::Run& run, store::GraphId id) {
    const store::Graph& graph = run.graphs.graph(id);
    if (!graph.recorded && graph.ops.empty()) return;
    Add("graph ") << run.strings[graph.key] << " " << graph.recorded << " " << graph.time_ns << " "
                  << run.DeviceName(graph.device);
    for (size_t i = 0; i < graph.ops.size(); ++i) {
      const store::Op& op = run.graphs.op(graph.ops[i]);
      std::ostringstream& line = Add("op ");
      line << Name(run, graph.ops[i]) << " " << run.strings[op.type] << " "
           << run.DeviceName(op.device) << " from " << Name(run, op.sender) << ":"
           << op.sender_slot;
      if (op.type.valid()) line << " #" << i;
      for (const store::InputRef& input : op.inputs) {
        line << " " << run.strings[input.op] << ":" << input.slot;
      }
    }
  }

  void OfExecution(const store::Run& run, const store::Execution& execution) {
    std::ostringstream& line = Add("execution ");
    line << execution.time_ns << " " << execution.session_run_index << " "
         << execution.executor_step_index << " " << execution.global_step << " "
         << run.strings[execution.fetches_text] << " " << run.strings[execution.feeds_text];
    for (const auto* names : {&execution.feeds, &execution.fetches, &execution.targets}) {
      line << " /";
      for (const StringId name : *names) line << " " << run.strings[name];
    }
  }

  void OfEvent(const store::Run& run, store::EventId id) {
    const store::TensorEvent event = run.events.Row(id);
    std::ostringstream& line = Add("event ");
    line << event.time_ns << " " << Name(run, event.op) << ":" << event.slot << " "
         << DetailName(event.detail) << " " << static_cast<int>(event.dtype) << " "
         << run.DeviceName(event.device) << " "
         << (event.execution.valid() ? run.executions[event.execution].time_ns : 0) << " ";
    const auto digest = run.values->ReadDigest(id);
    if (!digest.ok()) {
      line << digest.status().message();
    } else {
      line << digest->bad.value_or(false) << digest->nan.value_or(-1)
           << digest->neg_inf.value_or(-1) << digest->pos_inf.value_or(-1);
    }
  }

  Session& session_;
  std::deque<std::ostringstream> lines_;
};

void ExpectSameTables(Session& followed, const std::string& folder) {
  const auto opened = Session::Open(folder, nullptr);
  ASSERT_TRUE(opened.ok());
  const auto expected = TablesText(**opened).Lines(), found = TablesText(followed).Lines();
  for (size_t i = 0; i < std::min(expected.size(), found.size()); ++i) {
    ASSERT_EQ(found[i], expected[i]);
  }
  ASSERT_EQ(found.size(), expected.size());
}

void Follow(const fs::path& dump, Order order, uint32_t seed) {
  SCOPED_TRACE("order " + std::to_string(static_cast<int>(order)) + ", seed " +
               std::to_string(seed));
  constexpr size_t kRounds = 12;
  Arrival arrival(dump, order, seed);
  std::mt19937 random(seed);
  FollowedAnswers answers(arrival.folder());
  const size_t most = 2 * arrival.pieces() / kRounds + 1;
  for (size_t round = 0; !arrival.complete(); ++round) {
    arrival.Bring(1 + random() % most);
    ASSERT_NO_FATAL_FAILURE(answers.Grew(arrival.complete() || round % 4 == 3));
    if (arrival.complete() || round % 4 == 3) {
      ASSERT_NO_FATAL_FAILURE(ExpectSameTables(answers.followed(), arrival.folder()))
          << "round " << round;
    }
  }
  // Looking once more finds nothing.
  ASSERT_NO_FATAL_FAILURE(answers.Grew(true));
}

void FollowInAllOrders(const fs::path& dump, uint32_t seeds) {
  for (uint32_t seed = 1; seed <= seeds; ++seed) {
    ASSERT_NO_FATAL_FAILURE(Follow(dump, Order::kOfWriting, seed));
    ASSERT_NO_FATAL_FAILURE(Follow(dump, Order::kAny, seed));
  }
}

TEST(Tfdbg1Growth, OwnFixture) { FollowInAllOrders(OwnFixture("tfdbg1_basic") / "dump", 3); }

class Tfdbg1GrowthShared : public testing::TestWithParam<const char*> {};

TEST_P(Tfdbg1GrowthShared, InAllOrders) {
  TDBG_NEEDS_SHARED_FIXTURES();
  const fs::path folder = SharedFixture(std::string("tfdbg1/") + GetParam());
  FollowInAllOrders(folder / (fs::exists(folder / "dump") ? "dump" : "session_root"), 3);
}

INSTANTIATE_TEST_SUITE_P(Fixtures, Tfdbg1GrowthShared,
                         testing::Values("basic", "debug_ops", "distributed", "dtypes", "names",
                                         "op_error", "same_timestamp", "two_devices",
                                         "uninitialized", "while_loop", "wrapper_runs"),
                         [](const auto& fixture) { return std::string(fixture.param); });

// Nodes that are watched by debug nodes.
std::vector<HandmadeNode> Watched(const std::vector<HandmadeNode>& nodes,
                                  const std::string& debug_op = "DebugIdentity") {
  std::vector<HandmadeNode> graph = nodes;
  for (const HandmadeNode& node : nodes) {
    graph.push_back({"__dbg_" + node.name + ":0_0_" + debug_op,
                     debug_op,
                     {},
                     {{"tensor_name", TextAttr(node.name + ":0")},
                      {"T", TypeAttr(1)},
                      {"lower_bound", FloatAttr(-1)}},
                     ""});
  }
  return graph;
}

// Executors of training and evaluation share a root and some names of nodes; only all tensors of
// an execution tell whose they are.
TEST(Tfdbg1Growth, SeveralExecutors) {
  HandmadeDump dump;
  const float inf = std::numeric_limits<float>::infinity();
  std::vector<HandmadeNode> training = Watched({{"x", "Const"},
                                                {"log", "Log", {"x"}},
                                                {"grad", "Neg", {"log"}},
                                                {"assign", "Assign", {"grad"}}});
  training.push_back({"_retval_log_0_0", "_Retval", {"log"}});
  std::vector<HandmadeNode> evaluation =
      Watched({{"log", "Log", {"x"}}, {"x", "Const"}, {"mean", "Mean", {"log"}}});
  evaluation.push_back({"_retval_mean_0_0", "_Retval", {"mean"}});
  dump.WriteGraph(100, training);
  dump.WriteGraph(200, evaluation);
  dump.WriteGraph(450, Watched({{"late", "Const"}, {"log", "Log", {"late"}}}));
  int64_t run = 0;
  for (const int64_t start : {110, 210, 310, 410, 460}) {
    const bool trains = start == 110 || start == 310;
    dump.WriteMetadata(run, start, MetadataJson(run, trains ? "\"log:0\"" : "\"mean:0\""));
    ++run;
    dump.WriteTensor("x", 0, start + 1, FloatTensor({1, 0}));
    dump.WriteTensor("log", 0, start + 1, FloatTensor({1, -inf}));
    if (trains) dump.WriteTensor("grad", 0, start + 2, FloatTensor({1, inf}));
    if (!trains) dump.WriteTensor("mean", 0, start + 2, FloatTensor({1, -inf}));
  }
  dump.WriteTensor("late", 0, 470, FloatTensor({-inf}));
  dump.WriteTensor("late", 0, 90, FloatTensor({-inf}));
  dump.WriteTensor("nobodys", 0, 220, FloatTensor({-inf}));
  FollowInAllOrders(dump.root(), 20);
}

// Everything that judges a tensor by its graph: element types, bounds of summaries, several
// recordings of one value, several values of one moment.
TEST(Tfdbg1Growth, TensorsThatTheirGraphJudges) {
  HandmadeDump dump;
  dump.WriteGraph(100, Watched({{"a", "Const"}, {"z", "Log", {"a"}}}, "DebugNumericSummary"));
  dump.WriteGraph(150, Watched({{"w", "Const"}, {"v", "Log", {"w"}}, {"u", "Neg", {"v"}}}));
  dump.WriteMetadata(1, 110, MetadataJson(1));
  dump.WriteMetadata(2, 160, MetadataJson(2));
  const auto summary = [](double min) {
    return TensorBytes(2, {15},
                       ContentOf<double>({1, 1, 0, 1, 0, 0, 0, 0, min, min, min, 0, 1, 1, 1}));
  };
  const double inf = std::numeric_limits<double>::infinity();
  for (const int64_t time : {120, 121, 170}) {
    dump.WriteTensor("z", 0, time, summary(inf), "DebugNumericSummary");
    dump.WriteTensor("z", 0, time, TensorBytes(9, {1}, ContentOf<int64_t>({2})), "DebugNanCount");
    dump.WriteTensor("z", 0, time, FloatTensor({float(inf)}));
    dump.WriteTensor("a", 0, time, summary(-5), "DebugNumericSummary");
    const std::string again = dump.TensorPathOf("a", 0, "DebugNumericSummary", time) + "-1";
    dump.Write(again, TensorEventBytes("a", 0, "DebugNumericSummary", time, summary(-7)));
  }
  for (const char* node : {"u", "v", "w"}) {
    dump.WriteTensor(node, 0, 180, FloatTensor({float(inf)}));
    dump.Write(dump.TensorPathOf(node, 0, "DebugIdentity", 180) + "-1",
               TensorEventBytes(node, 0, "DebugIdentity", 180, FloatTensor({float(-inf)})));
  }
  dump.WriteTensor("w", 0, 190, TensorBytes(9, {1}, ContentOf<int64_t>({2})));  // not of its type
  FollowInAllOrders(dump.root(), 20);
}

// Two devices whose graphs send to each other, twice; the name of one cannot be told from that of
// its directory.
TEST(Tfdbg1Growth, TensorsFromDeviceToDevice) {
  const std::string cpu = "/job:my_worker/replica:0/task:0/device:CPU:0";
  const std::string gpu = "/job:my_worker/replica:0/task:0/device:GPU:0";
  const auto ends = [&](const std::string& tensor) {
    return std::vector<std::pair<std::string, std::string>>{{"tensor_name", TextAttr(tensor)},
                                                            {"send_device", TextAttr(cpu)},
                                                            {"recv_device", TextAttr(gpu)}};
  };
  HandmadeDump dump;
  for (const int time : {100, 200, 300}) {
    dump.Write(MangleDevice(cpu) + "/_tfdbg_graph_hash1_" + std::to_string(time),
               GraphEventBytes(time, {{"x", "Log", {}, {}, cpu},
                                      {"x/_0", "_Send", {"x"}, ends("edge_4"), cpu}}));
    dump.Write(MangleDevice(gpu) + "/_tfdbg_graph_hash1_" + std::to_string(time + 1),
               GraphEventBytes(time + 1, {{"x/_1", "_Recv", {}, ends("edge_4"), gpu},
                                          {"y", "Neg", {"x/_1"}, {}, gpu}}));
    dump.WriteMetadata(time, time + 5, MetadataJson(time));
    const float inf = std::numeric_limits<float>::infinity();
    for (const auto& [device, node] : {std::pair(cpu, "x"), std::pair(gpu, "y")}) {
      dump.Write(MangleDevice(device) + "/" + node + "_0_DebugIdentity_" + std::to_string(time + 9),
                 TensorEventBytes(node, 0, "DebugIdentity", time + 9, FloatTensor({inf}), device));
    }
  }
  FollowInAllOrders(dump.root(), 20);
}

}  // namespace
}  // namespace tdbg::tests
