// A logdir that grows while it is read: after every piece the reader is consistent, and in the end
// it knows what a reader knows that comes last.
#include <fstream>
#include <functional>
#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>
#include <unistd.h>

#include "fixture_path.h"
#include "followed_answers.h"
#include "importers/tfrecord.h"
#include "run_text.h"
#include "session/session.h"

namespace tdbg::tests {
namespace {

namespace fs = std::filesystem;
using session::Session;

// A recording, to be written piece by piece into a folder of its own.
class Growing {
 public:
  explicit Growing(const fs::path& recording) {
    std::string folder = (fs::temp_directory_path() / "tdbg_follow_XXXXXX").string();
    EXPECT_NE(mkdtemp(folder.data()), nullptr);
    folder_ = folder;
    for (const auto& entry : fs::directory_iterator(recording)) {
      std::ifstream stream(entry.path(), std::ios::binary);
      contents_[entry.path().filename().string()] =
          std::string(std::istreambuf_iterator<char>(stream), {});
    }
  }
  ~Growing() { fs::remove_all(folder_); }
  Growing(const Growing&) = delete;
  Growing& operator=(const Growing&) = delete;

  const fs::path& folder() const { return folder_; }

  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& [name, content] : contents_) names.push_back(name);
    return names;
  }
  size_t size(const std::string& name) const { return contents_.at(name).size(); }
  size_t left(const std::string& name) { return size(name) - written_[name]; }
  size_t total() const {
    size_t bytes = 0;
    for (const auto& [name, content] : contents_) bytes += content.size();
    return bytes;
  }

  // Also makes the file, if `bytes` is 0.
  void Write(const std::string& name, size_t bytes) {
    size_t& at = written_[name];
    bytes = std::min(bytes, left(name));
    std::ofstream stream(folder_ / name, std::ios::binary | std::ios::app);
    stream.write(contents_[name].data() + at, static_cast<std::streamsize>(bytes));
    at += bytes;
  }

  // Where the file ends inside a record, the record's start.
  std::map<std::string, int64_t> TornRecords() {
    std::map<std::string, int64_t> torn;
    for (const auto& [name, content] : contents_) {
      using importers::TfRecordReader;
      TfRecordReader reader(std::string_view(content).substr(0, written_[name]));
      TfRecordReader::Next next;
      while ((next = reader.Advance()) == TfRecordReader::Next::kRecord) {
      }
      if (next == TfRecordReader::Next::kTorn) {
        torn[name] = static_cast<int64_t>(reader.record_offset());
      }
    }
    return torn;
  }

 private:
  fs::path folder_;
  std::map<std::string, std::string> contents_;
  std::map<std::string, size_t> written_;
};

std::vector<std::string> Everything(Session& session) {
  std::vector<std::string> lines;
  for (session::RunView& view : session.runs()) {
    const auto run = RunText(view).Lines();
    lines.insert(lines.end(), run.begin(), run.end());
  }
  std::vector<std::string> losses;
  for (const store::Loss& loss : session.trace().losses.losses()) {
    losses.push_back("loss " + loss.name + " " + std::to_string(loss.count) + " " + loss.file +
                     " " + std::to_string(loss.offset) + " " + loss.text);
  }
  std::sort(losses.begin(), losses.end());
  lines.insert(lines.end(), losses.begin(), losses.end());
  return lines;
}

// Watches one session while it grows.
class Follower {
 public:
  explicit Follower(Growing& growing) : growing_(growing) {
    auto opened = Session::Open(growing.folder().string(), nullptr);
    EXPECT_TRUE(opened.ok()) << opened.status().message();
    session_ = *std::move(opened);
  }

  Session& session() { return *session_; }

  void Refresh(bool look_for_alerts) {
    const Status status = session_->Refresh(nullptr).status();
    ASSERT_TRUE(status.ok()) << status.message();
    ExpectOnlyMore();
    ExpectTornRecords();
    if (!look_for_alerts) return;
    for (session::RunView& view : session_->runs()) {
      for (const query::Alert& alert : view.alerts()) {
        EXPECT_LT(alert.event.index(), view.run().events.size());
      }
    }
  }

 private:
  // What was there keeps its id and its content.
  void ExpectOnlyMore() {
    for (session::RunView& view : session_->runs()) {
      const store::Run& run = view.run();
      std::vector<std::string>& known = events_[run.id];
      ASSERT_GE(run.events.size(), known.size());
      RunText text(view);
      for (const store::EventId id : run.events.ids()) {
        const std::string event = text.Event(id, /*settled=*/false);
        if (id.index() < known.size()) {
          ASSERT_EQ(event, known[id.index()]);
        } else {
          known.push_back(event);
        }
      }
      const std::vector<size_t> sizes = {run.executions.size(), run.graphs.num_graphs(),
                                         run.graphs.num_ops(),  run.stacks.num_frames(),
                                         run.sources.size(),    run.devices.size()};
      std::vector<size_t>& before = sizes_[run.id];
      before.resize(sizes.size());
      for (size_t i = 0; i < sizes.size(); ++i) ASSERT_GE(sizes[i], before[i]) << i;
      before = sizes;
    }
  }

  void ExpectTornRecords() {
    std::map<std::string, int64_t> torn;
    for (const store::Loss& loss : session_->trace().losses.losses()) {
      if (loss.name == "torn_record") torn[loss.file] = loss.offset;
    }
    ASSERT_EQ(torn, growing_.TornRecords());
  }

  Growing& growing_;
  std::unique_ptr<Session> session_;
  std::map<std::string, std::vector<std::string>> events_;  // of each run, by event id
  std::map<std::string, std::vector<size_t>> sizes_;
};

void ExpectSameAsOneShot(Growing& growing, Session& followed) {
  auto opened = Session::Open(growing.folder().string(), nullptr);
  ASSERT_TRUE(opened.ok());
  const auto expected = Everything(**opened), found = Everything(followed);
  for (size_t i = 0; i < std::min(expected.size(), found.size()); ++i) {
    ASSERT_EQ(found[i], expected[i]);
  }
  ASSERT_EQ(found.size(), expected.size());
}

enum class Order {
  kAsTensorFlow,  // all files made at once, metadata whole, the others growing in turns
  kAnyOrder,      // no file is there before its first byte, not even the metadata
  kBackwards,     // what refers before what is referred to
};

std::vector<std::string> InOrder(const Growing& growing, Order order) {
  std::vector<std::string> names = growing.names();
  const auto is_metadata = [](const std::string& name) { return name.ends_with(".metadata"); };
  if (order == Order::kBackwards) {
    const std::vector<std::string> kinds = {"execution",    "graph_execution_traces", "graphs",
                                            "stack_frames", "source_files",           "metadata"};
    const auto place = [&](const std::string& name) {
      return std::find(kinds.begin(), kinds.end(), name.substr(name.rfind('.') + 1));
    };
    std::stable_sort(names.begin(), names.end(),
                     [&](const auto& a, const auto& b) { return place(a) < place(b); });
  }
  if (order == Order::kAsTensorFlow) {
    std::stable_partition(names.begin(), names.end(), is_metadata);
  }
  return names;
}

void Follow(const fs::path& recording, Order order, uint32_t seed) {
  Growing growing(recording);
  std::mt19937 random(seed);
  const auto pick = [&](size_t below) { return random() % below; };
  std::vector<std::string> names = InOrder(growing, order);
  if (order == Order::kAsTensorFlow) {
    for (const std::string& name : names) {
      growing.Write(name, name.ends_with(".metadata") ? growing.size(name) : 0);
    }
  } else {
    growing.Write(names.front(), 1);
  }

  Follower follower(growing);
  FollowedAnswers answers(growing.folder().string());
  const size_t usual = growing.total() / 40;
  for (int round = 0; !names.empty(); ++round) {
    const size_t i = order == Order::kBackwards ? 0 : pick(names.size());
    const size_t bytes = pick(4) == 0 ? 1 + pick(20) : 1 + pick(2 * usual);
    growing.Write(names[i], bytes);
    if (growing.left(names[i]) == 0) names.erase(names.begin() + static_cast<ptrdiff_t>(i));
    ASSERT_NO_FATAL_FAILURE(follower.Refresh(round % 8 == 0)) << "round " << round;
    ASSERT_NO_FATAL_FAILURE(answers.Grew(names.empty())) << "round " << round;
  }
  ASSERT_NO_FATAL_FAILURE(ExpectSameAsOneShot(growing, follower.session()));
}

void FollowInAllOrders(const fs::path& recording) {
  for (const Order order : {Order::kAsTensorFlow, Order::kAnyOrder, Order::kBackwards}) {
    for (uint32_t seed = 1; seed <= 3; ++seed) {
      SCOPED_TRACE("order " + std::to_string(static_cast<int>(order)) + ", seed " +
                   std::to_string(seed));
      ASSERT_NO_FATAL_FAILURE(Follow(recording, order, seed));
    }
  }
}

TEST(Tfdbg2Follow, OwnFixtures) {
  for (const char* name : {"mnist_nan", "tfdbg2_full_tensor"}) {
    SCOPED_TRACE(name);
    ASSERT_NO_FATAL_FAILURE(FollowInAllOrders(OwnFixture(name) / "dump"));
  }
}

class Tfdbg2FollowShared : public testing::TestWithParam<const char*> {};

TEST_P(Tfdbg2FollowShared, InAllOrders) {
  TDBG_NEEDS_SHARED_FIXTURES();
  FollowInAllOrders(SharedFixture(std::string("tfdbg2/") + GetParam()) / "dump");
}

INSTANTIATE_TEST_SUITE_P(Fixtures, Tfdbg2FollowShared,
                         testing::Values("mode_full_health", "fwd_bwd", "two_runs", "two_hosts",
                                         "two_cpus", "v1_graph", "filtered", "killed_nobuf"),
                         [](const auto& fixture) { return std::string(fixture.param); });

// The smallest recording, one byte at a time, in each order of its files.
TEST(Tfdbg2Follow, ByteByByte) {
  TDBG_NEEDS_SHARED_FIXTURES();
  for (const Order order : {Order::kAsTensorFlow, Order::kBackwards}) {
    Growing growing(SharedFixture("synthetic/tfdbg2") / "dump");
    const std::vector<std::string> names = InOrder(growing, order);
    growing.Write(names.front(), 1);
    Follower follower(growing);
    for (const std::string& name : names) {
      while (growing.left(name) > 0) {
        growing.Write(name, 1);
        ASSERT_NO_FATAL_FAILURE(follower.Refresh(true)) << name << " left " << growing.left(name);
      }
    }
    ASSERT_NO_FATAL_FAILURE(ExpectSameAsOneShot(growing, follower.session()));
  }
}

// What comes behind damage is read, too, when it comes later.
TEST(Tfdbg2Follow, GoesOnBehindDamage) {
  Growing growing(OwnFixture("mnist_nan") / "dump");
  std::string traces;
  for (const std::string& name : growing.names()) {
    if (name.ends_with(".graph_execution_traces")) traces = name;
    if (name != traces) growing.Write(name, growing.size(name));
  }
  growing.Write(traces, 0);
  std::ofstream(growing.folder() / traces, std::ios::app) << "this is no record of any kind";
  auto opened = Session::Open(growing.folder().string(), nullptr);
  ASSERT_TRUE(opened.ok());
  const auto& runs = (*opened)->trace().runs;
  const size_t before = runs.at(0)->events.size();
  growing.Write(traces, growing.size(traces));
  ASSERT_TRUE((*opened)->Refresh(nullptr).ok());
  EXPECT_GT(runs.at(0)->events.size(), before);
  ExpectSameAsOneShot(growing, **opened);
}

}  // namespace
}  // namespace tdbg::tests
