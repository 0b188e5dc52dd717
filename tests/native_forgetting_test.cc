// A recorder that deletes old segments while somebody follows: what was deleted is forgotten, and
// what is kept is told as before, under the same ids.
#include <filesystem>
#include <fstream>
#include <set>

#include "base/scratch_directory.h"
#include "followed_answers.h"
#include "format/trace_sketch.h"
#include "rpc/facts.h"
#include "rpc/service.h"

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
  for (int round = 0; round < 60; ++round) {
    Grow(700);
    ASSERT_TRUE(follower.Refresh(nullptr).ok());
    if (round % 6 == 5) AskEverything(view, memory);
    EXPECT_FALSE(MapsDeletedFiles(training_.directory()));
    for (const EventId event : run.events.ids()) {
      const std::string text = TextWithExecution(run, event);
      const auto [known, added] = texts.try_emplace(event, text);
      ASSERT_EQ(text, known->second) << "round " << round;
    }
    // What is deleted is at most half as much as what is there.
    EXPECT_LE(run.events.size() * 2, Readable(view).size() * 3) << "round " << round;
    EXPECT_LE(run.executions.size(), run.events.size()) << "round " << round;
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

TEST_F(Forgetting, PageAndPromptSayThatItIsNotKept) {
  Grow(1500);
  const auto target = session::Target::Open(trace_.path(), {});
  ASSERT_TRUE(target.ok());
  rpc::Service service(**target);
  const auto say = [&](const std::string& line) {
    return service.Call("command", R"({"run":0,"client":"a","line":")" + line + R"("})").body;
  };
  EXPECT_EQ(say("goto last").find("error"), std::string::npos);
  size_t event = 0, execution = 0;
  {
    const session::Target::Reading reading(**target);
    session::RunView& view = reading.session()->runs().front();
    event = view.index().chronological().back().index();
    execution = view.run().events.execution[EventId(event)].index();
  }
  const std::string name = "@" + std::to_string(execution) + ":0";
  EXPECT_EQ(say("print_tensor " + name).find("not kept"), std::string::npos);
  for (int round = 0; round < 30; ++round) {
    Grow(700);
    service.Refresh();
  }
  const auto cause = service.Call("tensor", R"({"run":0,"event":)" + std::to_string(event) + "}");
  EXPECT_EQ(cause.status, 404);
  EXPECT_NE(cause.body.find("is not kept any more"), std::string::npos) << cause.body;
  for (const std::string& line : {"print_tensor " + name, "node_info " + name}) {
    EXPECT_NE(say(line).find("execution @" + std::to_string(execution) + " is not kept any more"),
              std::string::npos)
        << line << ": " << say(line);
  }
  EXPECT_NE(say("step").find("the tensor at the cursor is not kept any more"), std::string::npos);
  EXPECT_EQ(say("step").find("error"), std::string::npos) << "it is said once";
}

// Whatever is asked after forgetting is asked of what is kept, whose ids begin anywhere.
TEST_F(Forgetting, EverySurfaceAnswersAfterIt) {
  Grow(1500);
  const auto target = session::Target::Open(trace_.path(), {});
  ASSERT_TRUE(target.ok());
  rpc::Service service(**target);
  for (int round = 0; round < 30; ++round) {
    Grow(700);
    service.Refresh();
  }
  std::string of_event, of_execution, run_id;
  {
    const session::Target::Reading reading(**target);
    session::RunView& view = reading.session()->runs().front();
    ASSERT_GT(view.run().forgettings, 0u);
    const EventId event = view.index().chronological().back();
    run_id = view.run().id;
    of_event = R"(,"event":)" + std::to_string(event.index());
    of_execution = R"(,"execution":)" + std::to_string(view.run().events.execution[event].index());
  }
  const std::string run = R"({"run":0)";
  const std::string page = R"(,"begin":0,"count":20)";
  const std::pair<const char*, std::string> requests[] = {
      {"overview", "{}"},
      {"alerts", run + page + "}"},
      {"timeline", run + R"(,"from_ns":0,"to_ns":0,"marks":500})"},
      {"execution", run + of_execution + "}"},
      {"tensors", run + page + "}"},
      {"tensors", run + page + R"(,"filter":"step > 3","sort":"step","descending":true})"},
      {"tensor_place", run + of_event + "}"},
      {"warnings", run + "}"},
      {"words", run + "}"},
      {"tensor", run + of_event + "}"},
      {"cause", run + of_event + "}"},
      {"graphs", run + "}"},
      {"tree", run + R"(,"open":[]})"},
      {"sources", run + "}"},
      {"complete", run + R"(,"client":"a","line":"pt "})"},
  };
  for (const auto& [name, request] : requests) {
    EXPECT_LT(service.Call(name, request).status, 500) << name;
  }
  for (const char* line : {"ri",           "info",
                           "lt",           "lt -s step -r",
                           "le",           "steps",
                           "alerts",       "alerts -w",
                           "explain",      "ls",
                           "goto first",   "pt",
                           "goto last",    "pt",
                           "rs",           "step",
                           "goto 5",       "find step > 10",
                           "origin",       "path",
                           "ni log",       "li loss",
                           "lo log",       "goto step 21000",
                           "history loss", "eval 1 + 1"}) {
    const rpc::Reply answer =
        service.Call("command", R"({"run":0,"client":"a","line":")" + std::string(line) + R"("})");
    EXPECT_EQ(answer.status, 200) << line;
  }
  for (const char* route : {"/runs", "/alerts", "/execution/digests", "/execution/data",
                            "/graph_execution/digests", "/graph_execution/data"}) {
    const auto answer = service.Get("/data/plugin/debugger-v2" + std::string(route),
                                    {{"run", run_id}, {"begin", "0"}, {"end", "-1"}});
    EXPECT_LT(answer.status, 500) << route;
  }
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
