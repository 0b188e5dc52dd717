// A recorder that deletes old segments while somebody follows: what was deleted is forgotten, and
// what is kept is told as before, under the same ids.
#include <filesystem>
#include <fstream>
#include <set>

#include "base/scratch_directory.h"
#include "followed_answers.h"
#include "format/trace_sketch.h"
#include "rpc/facts.h"

namespace tdbg::tests {
namespace {

namespace fs = std::filesystem;
using format::ExecutionKind;
using store::EventId;

// Training steps on two threads, and eager ops between them. In the first step a NaN is born.
class Training {
 public:
  explicit Training(const std::string& trace) : sketch_(trace, 4711, kGranules) {
    sketch_.Process();
    graph_ = sketch_.Graph("train");
    ops_ = {sketch_.Op(graph_, "x", "IteratorGetNext"), sketch_.Op(graph_, "log", "Log", {"x"}),
            sketch_.Op(graph_, "loss", "Sum", {"log"})};
    abs_ = sketch_.Op(0, "Abs", "Abs");
  }

  const std::string& directory() const { return sketch_.directory(); }

  void Step() {
    const uint32_t call =
        sketch_.Execution(ExecutionKind::kFunctionCall, ++time_ns_, "train", graph_);
    sketch_.Step(step_, call);
    for (size_t i = 0; i < ops_.size(); ++i) {
      const bool bad = step_ == 0 && i > 0;
      Event(ops_[i], call, bad, i == 1 ? 1 : 0);
      if (step_ == 0 && i == 1) Birth(ops_[i], call);
    }
    sketch_.ExecutionEnd(call, ++time_ns_);
    const uint32_t eager = sketch_.Execution(ExecutionKind::kEagerOp, ++time_ns_, "Abs");
    Event(abs_, eager, step_ == 0, 0);
    ++step_;
  }

  // As retention does: of each thread the first segments, in which something was born, and the
  // last ones stay.
  void DeleteOld() {
    std::map<uint32_t, std::map<uint32_t, fs::path>> files;  // by thread and sequence
    for (const auto& entry : fs::directory_iterator(directory())) {
      const auto name = format::ParseSegmentFileName(entry.path().filename().string());
      if (name->kind != format::SegmentKind::kEvents) continue;
      files[name->thread][name->sequence] = entry.path();
    }
    for (const auto& [thread, of_thread] : files) {
      const uint32_t last = of_thread.rbegin()->first;
      for (const auto& [sequence, path] : of_thread) {
        if (sequence >= kKeptFirst && sequence + kKeptLast <= last) fs::remove(path);
      }
    }
  }

  void Finish() { sketch_.Finish(); }

 private:
  static constexpr uint64_t kGranules = 2048;  // of 32 bytes: enough for a file to be mapped
  static constexpr uint32_t kKeptFirst = 1, kKeptLast = 6;

  void Event(uint32_t op, uint32_t execution, bool bad, uint32_t thread) {
    format::TensorEvent event;
    event.time_ns = ++time_ns_;
    event.op = op;
    event.execution = execution;
    event.dtype = tensor::DType::kF32;
    event.detail = Detail::kCurtHealth;
    event.checked = bad ? format::Checked::kBad : format::Checked::kClean;
    sketch_.Event(event, nullptr, thread);
  }

  void Birth(uint32_t op, uint32_t execution) {
    format::IncidentRecord birth = {};
    birth.time_ns = time_ns_;
    birth.op = op;
    birth.execution = execution;
    birth.verdict = static_cast<uint8_t>(Verdict::kOrigin);
    birth.source = static_cast<uint8_t>(Source::kOp);
    sketch_.Incident(format::RecordKind::kBadValue, birth, 1);
  }

  format::TraceSketch sketch_;
  uint32_t graph_ = 0, abs_ = 0;
  std::vector<uint32_t> ops_;
  int64_t time_ns_ = 0, step_ = 0;
};

std::string NameOf(const store::Run& run, EventId event) {
  const store::OpId op = run.events.op[event];
  const store::Execution& execution = run.executions[run.events.execution[event]];
  return std::string(run.strings[op.valid() ? run.graphs.op(op).name : execution.op_type]);
}

std::string TextOf(const store::Run& run, EventId event) {
  return std::to_string(run.events.time_ns[event]) + " " + NameOf(run, event) + " " +
         std::to_string(static_cast<int>(run.events.badness[event]));
}

std::string TextWithExecution(const store::Run& run, EventId event) {
  const store::Execution& execution = run.executions[run.events.execution[event]];
  return TextOf(run, event) + " " + std::to_string(execution.time_ns) + " " +
         std::to_string(execution.step);
}

// Events whose records can be read. A newcomer may not know of their executions: those began in
// segments that are gone.
std::set<std::string> Readable(session::RunView& view) {
  std::set<std::string> texts;
  for (const EventId event : view.index().chronological()) {
    if (view.run().values->ReadDigest(event).ok()) texts.insert(TextOf(view.run(), event));
  }
  return texts;
}

bool MapsDeletedFiles(const std::string& directory) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.find(directory) != line.npos && line.ends_with("(deleted)")) return true;
  }
  return false;
}

void AskEverything(session::RunView& view, rpc::RunMemory& memory) {
  memory.Grew();
  AnswersText(view, 1).Lines(memory);
  view.warnings();
  view.sources();
}

class Forgetting : public testing::Test {
 protected:
  void Grow(int steps) {
    for (int i = 0; i < steps; ++i) training_.Step();
    training_.DeleteOld();
  }

  ScratchDirectory trace_;
  Training training_{trace_.path()};
};

TEST_F(Forgetting, TheFollowerKeepsWhatTheRecorderKeeps) {
  Grow(2000);
  const auto opened = session::Session::Open(trace_.path(), nullptr);
  ASSERT_TRUE(opened.ok()) << opened.status().message();
  session::Session& follower = **opened;
  session::RunView& view = follower.runs().front();
  const store::Run& run = view.run();
  rpc::RunMemory memory;
  std::map<EventId, std::string> texts;
  size_t most_events = 0, most_executions = 0;
  for (int round = 0; round < 60; ++round) {
    Grow(700);
    ASSERT_TRUE(follower.Refresh(nullptr).ok());
    if (round % 3 != 0) AskEverything(view, memory);
    EXPECT_FALSE(MapsDeletedFiles(training_.directory()));
    for (const EventId event : run.events.ids()) {
      const std::string text = TextWithExecution(run, event);
      const auto [known, added] = texts.try_emplace(event, text);
      ASSERT_EQ(text, known->second) << "round " << round;
    }
    if (round == 20) {
      most_events = run.events.size() * 3 / 2;
      most_executions = run.executions.size() * 3 / 2;
    }
    if (round > 20) {
      EXPECT_LT(run.events.size(), most_events) << "round " << round;
      EXPECT_LT(run.executions.size(), most_executions) << "round " << round;
    }
  }
  EXPECT_GT(run.forgettings, 3u);
  EXPECT_GT(run.events.end_index(), 4 * run.events.size());
  EXPECT_GT(run.executions.end_index(), 4 * run.executions.size());

  const auto newcomer = session::Session::Open(trace_.path(), nullptr);
  ASSERT_TRUE(newcomer.ok());
  session::RunView& fresh = (*newcomer)->runs().front();
  EXPECT_EQ(Readable(view), Readable(fresh));
  ASSERT_FALSE(view.alerts().empty());
  EXPECT_EQ(view.alerts().size(), fresh.alerts().size());
  EXPECT_EQ(view.alert_counts().origin, fresh.alert_counts().origin);
  EXPECT_EQ(TextOf(run, view.alerts().front().event),
            TextOf(fresh.run(), fresh.alerts().front().event));
}

TEST_F(Forgetting, WhoAsksForWhatIsForgottenIsToldSo) {
  Grow(1500);
  const auto opened = session::Session::Open(trace_.path(), nullptr);
  ASSERT_TRUE(opened.ok());
  session::Session& follower = **opened;
  session::RunView& view = follower.runs().front();
  const store::Run& run = view.run();
  const EventId event = view.index().chronological().back();
  const store::ExecutionId execution = run.events.execution[event];
  for (int round = 0; round < 30; ++round) {
    Grow(700);
    ASSERT_TRUE(follower.Refresh(nullptr).ok());
  }
  ASSERT_FALSE(run.events.Has(event));
  ASSERT_FALSE(run.executions.Has(execution));
  const auto about_event = rpc::EventOf(view, event.index());
  ASSERT_FALSE(about_event.ok());
  EXPECT_EQ(about_event.status().message(),
            "event " + std::to_string(event.index()) +
                " is not kept any more: the recorder deletes what is older than it was told to "
                "keep (--retain, --budget)");
  const auto about_execution = rpc::ExecutionOf(view, execution.index());
  ASSERT_FALSE(about_execution.ok());
  EXPECT_NE(about_execution.status().message().find("not kept any more"), std::string::npos);
  const auto never_there = rpc::EventOf(view, static_cast<int64_t>(run.events.end_index()));
  EXPECT_NE(never_there.status().message().find("there is no event"), std::string::npos);
}

TEST_F(Forgetting, WhoWritesEverythingOnKeepsIt) {
  Grow(2000);
  const auto opened =
      session::Session::Open(trace_.path(), nullptr, session::Session::Deleted::kKeep);
  ASSERT_TRUE(opened.ok());
  const store::Run& run = (*opened)->runs().front().run();
  const size_t before = run.events.size();
  for (int round = 0; round < 20; ++round) {
    Grow(700);
    ASSERT_TRUE((*opened)->Refresh(nullptr).ok());
  }
  EXPECT_EQ(run.forgettings, 0u);
  EXPECT_GE(run.events.size(), before + 20 * 700 * 3);
  for (const EventId event : run.events.ids()) EXPECT_TRUE(run.values->ReadDigest(event).ok());
}

}  // namespace
}  // namespace tdbg::tests
