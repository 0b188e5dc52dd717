// A target with a real child and a debuggee that this test plays: it connects, records a trace
// drawn by hand, and says where its threads are held.
#include "session/target/target.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <utility>

#include <gtest/gtest.h>
#include <poll.h>

#include "base/scratch_directory.h"
#include "control/debuggee_end.h"
#include "fixture_path.h"
#include "format/trace_sketch.h"

namespace tdbg::session {
namespace {

using control::HoldReason;
using control::Report;
using format::TraceSketch;
using EventKind = TargetEvent::Kind;

constexpr std::chrono::seconds kPatience(20);

// A face that remembers what it was told.
class Face {
 public:
  explicit Face(Target& target)
      : target_(target), attachment_(target, [this](const TargetEvent& event) {
          const std::lock_guard lock(mutex_);
          events_.push_back(event);
          changed_.notify_all();
        }) {}

  // Of the next event of this kind; others before it are passed over.
  TargetEvent Next(EventKind kind) {
    std::unique_lock lock(mutex_);
    for (;;) {
      const bool came = changed_.wait_for(lock, kPatience, [&] { return !events_.empty(); });
      if (!came) {
        ADD_FAILURE() << "nothing came; the program is " << Text(target_.state());
        return {};
      }
      const TargetEvent event = events_.front();
      events_.pop_front();
      if (event.kind == kind) return event;
    }
  }

 private:
  Target& target_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<TargetEvent> events_;
  Target::Attachment attachment_;
};

class TargetTest : public testing::Test {
 protected:
  explicit TargetTest(std::vector<std::string> words = {"sleep", "600"}) {
    sketch_.Process("auto", "", "job");
    auto listener = control::Listener::Open();
    TDBG_CHECK(listener.ok());
    path_ = listener->path();
    auto target =
        Target::Start({.child = {.words = std::move(words), .environment = {"PATH=/usr/bin:/bin"}},
                       .trace_path = directory_.path(),
                       .job = "job",
                       .listener = *std::move(listener)});
    TDBG_CHECK(target.ok());
    target_ = *std::move(target);
    face_.emplace(*target_);
    graph_ = sketch_.Graph("train");
    sketch_.Op(graph_, "p", "_Arg");
    log_ = sketch_.Op(graph_, "Log", "Log", {"p"},
                      {.stack = sketch_.Frame("/srv/train.py", 54, "loss")});
    gradient_ = sketch_.Op(graph_, "gradient_tape/Log/Reciprocal", "Reciprocal", {"p"});
    call_ = sketch_.Execution(format::ExecutionKind::kFunctionCall, 1, "train", graph_);
    earlier_call_ = sketch_.Execution(format::ExecutionKind::kFunctionCall, 1, "train", graph_);
    RanWellBefore(log_);
    RanWellBefore(gradient_);
  }

  ~TargetTest() override {
    if (!HasEnded(target_->state().phase)) {
      EXPECT_TRUE(target_->End().ok());
      target_->WaitForEnd();
    }
  }

  void Connect() {
    auto line = control::ConnectToDebugger(path_);
    TDBG_CHECK(line.ok());
    line_ = *std::move(line);
    Say({.kind = Report::Kind::kHello,
         .pid = 1 << 30,  // nobody's
         .capabilities = {std::string(control::kCanHold), std::string(control::kCanHoldAtEnd)},
         .run_directory = sketch_.directory()});
  }

  void Say(const Report& report) { line_.Send(ToLine(report)); }

  // The next request, without its number.
  std::string Heard() {
    std::string line;
    while (!line_.Next(&line)) {
      pollfd waiting = {.fd = line_.fd(), .events = POLLIN, .revents = 0};
      if (poll(&waiting, 1, 20000) <= 0) return "nothing";
      line_.Receive();
      if (!line_.connected()) return "closed";
    }
    return line.substr(line.find(' ') + 1);
  }

  void Record(uint32_t op, int64_t time_ns, bool bad) {
    format::TensorEvent event;
    event.time_ns = time_ns;
    event.op = op;
    event.execution = call_;
    event.shape = sketch_.Shape({2});
    event.dtype = tensor::DType::kF32;
    event.detail = bad ? Detail::kFullHealth : Detail::kCurtHealth;
    event.checked = bad ? format::Checked::kBad : format::Checked::kClean;
    if (bad) event.judgement = {Verdict::kOrigin, Source::kOp};
    tensor::Health health;
    health.neg_inf = health.positive = 1;
    health.first_bad = 0;
    sketch_.Event(event, bad ? &health : nullptr);
  }

  // In an earlier call, which nobody in the graph read: so it is a result.
  void RanWellBefore(uint32_t op) {
    const uint32_t now = std::exchange(call_, earlier_call_);
    Record(op, 2, false);
    call_ = now;
  }

  void HeldAtBirth(int64_t stop, uint32_t op, int64_t time_ns) {
    Record(op, time_ns, true);
    Say({.kind = Report::Kind::kHeld,
         .execution = call_,
         .op = op,
         .time_ns = TraceSketch::kStartNs + time_ns,
         .stop = stop,
         .reason = HoldReason::kBirth});
  }

  ScratchDirectory directory_;
  TraceSketch sketch_{directory_.path()};
  std::string path_;
  std::unique_ptr<Target> target_;
  std::optional<Face> face_;
  control::SocketLine line_;
  uint32_t graph_ = 0, log_ = 0, gradient_ = 0, call_ = 0, earlier_call_ = 0;
};

TEST_F(TargetTest, EveryFaceSeesAStopAndThatItIsOver) {
  EXPECT_EQ(Text(target_->state()), "starting");
  Face other(*target_);
  Connect();
  face_->Next(EventKind::kStarted);
  EXPECT_EQ(Text(target_->state()), "running");
  HeldAtBirth(7, log_, 10);
  face_->Next(EventKind::kStopped);
  other.Next(EventKind::kStopped);
  const TargetState state = target_->state();
  EXPECT_EQ(Text(state), "held at Log, train.py:54 in loss()");
  ASSERT_TRUE(state.stop && state.stop->alert);
  EXPECT_EQ(state.stop->reason, StopReason::kBirth);

  EXPECT_FALSE(target_->Continue(1, state.stop->number + 1).ok()) << "that is another stop";
  EXPECT_TRUE(target_->Continue(1, state.stop->number).ok());
  EXPECT_EQ(Heard(), "go 7");
  face_->Next(EventKind::kResumed);
  other.Next(EventKind::kResumed);
  EXPECT_EQ(Text(target_->state()), "running");
  EXPECT_EQ(target_->Continue(1).message(), "the program is not held");
}

// The gradient stumbles over the value before the op that made it has run.
TEST_F(TargetTest, AGradientWaitsForTheOpThatExplainsIt) {
  Connect();
  HeldAtBirth(1, gradient_, 10);
  EXPECT_EQ(Heard(), "hold_end 1");
  EXPECT_EQ(Heard(), "go 1");
  HeldAtBirth(2, log_, 20);
  face_->Next(EventKind::kStopped);
  const TargetState state = target_->state();
  EXPECT_EQ(state.stop->op_type, "Log");
  EXPECT_EQ(state.stop->beside.size(), 1u) << "the gradient is told with it";
  EXPECT_TRUE(target_->Continue(1).ok());
  EXPECT_EQ(Heard(), "go 2");
  // Both were told: whoever is held for one of them goes on by itself.
  Say({.kind = Report::Kind::kHeld,
       .execution = call_,
       .op = gradient_,
       .time_ns = TraceSketch::kStartNs + 10,
       .stop = 3,
       .reason = HoldReason::kBirth});
  EXPECT_EQ(Heard(), "go 3");
}

TEST_F(TargetTest, AGradientThatNothingExplainsIsToldAtTheEnd) {
  Connect();
  HeldAtBirth(1, gradient_, 10);
  EXPECT_EQ(Heard(), "hold_end 1");
  EXPECT_EQ(Heard(), "go 1");
  Record(log_, 20, false);
  Say({.kind = Report::Kind::kHeld, .execution = call_, .stop = 2, .reason = HoldReason::kEnd});
  face_->Next(EventKind::kStopped);
  EXPECT_EQ(target_->state().stop->op_type, "Reciprocal");
}

TEST_F(TargetTest, AGradientAfterItsOpIsToldAtOnce) {
  Connect();
  Record(log_, 5, false);
  HeldAtBirth(1, gradient_, 10);
  face_->Next(EventKind::kStopped);
  EXPECT_EQ(target_->state().stop->op_type, "Reciprocal");
}

TEST_F(TargetTest, BirthsPassAndAreIgnoredForAllFaces) {
  Connect();
  HeldAtBirth(1, log_, 10);
  face_->Next(EventKind::kStopped);
  EXPECT_TRUE(target_->Continue(2).ok());
  EXPECT_EQ(Heard(), "go 1");
  HeldAtBirth(2, log_, 20);
  EXPECT_EQ(Heard(), "go 2") << "the second of two that pass";
  HeldAtBirth(3, log_, 30);
  face_->Next(EventKind::kStopped);
  target_->Ignore({.graph = "train", .op = "Log", .file = "", .line = 0});
  EXPECT_TRUE(target_->Continue(1).ok());
  EXPECT_EQ(Heard(), "go 3");
  HeldAtBirth(4, log_, 40);
  EXPECT_EQ(Heard(), "go 4");
  target_->IgnoreNone();
  HeldAtBirth(5, log_, 50);
  face_->Next(EventKind::kStopped);
}

TEST_F(TargetTest, ThreadsThatAreHeldTogetherAreShownOneAfterTheOther) {
  Connect();
  const uint32_t sqrt = sketch_.Op(graph_, "Sqrt", "Rsqrt");
  RanWellBefore(sqrt);
  Record(log_, 10, true);
  HeldAtBirth(1, log_, 11);
  face_->Next(EventKind::kStopped);
  HeldAtBirth(2, sqrt, 20);
  while (target_->state().waiting == 0) std::this_thread::yield();
  EXPECT_TRUE(target_->Continue(1).ok());
  EXPECT_EQ(Heard(), "go 1");
  face_->Next(EventKind::kStopped);
  EXPECT_EQ(target_->state().stop->op_type, "Rsqrt");
}

TEST_F(TargetTest, AHoldBeforeThereIsAProcessIsNotForgotten) {
  EXPECT_TRUE(target_->Hold().ok());
  Connect();
  EXPECT_EQ(Heard(), "hold");
  face_->Next(EventKind::kStarted);
  EXPECT_EQ(Text(target_->state()), "running") << "the process has not agreed yet";
  Say({.kind = Report::Kind::kAnswer, .request = 1});
  face_->Next(EventKind::kResumed);
  EXPECT_EQ(Text(target_->state()), "running, to be held at its next op");
  Record(log_, 10, false);
  Say({.kind = Report::Kind::kHeld,
       .execution = call_,
       .op = log_,
       .time_ns = TraceSketch::kStartNs + 10,
       .stop = 1,
       .reason = HoldReason::kHold});
  face_->Next(EventKind::kStopped);
  EXPECT_EQ(Text(target_->state()), "held at Log, train.py:54 in loss()");
  EXPECT_FALSE(target_->state().hold_asked);
}

TEST_F(TargetTest, AHeldProcessThatIsLostHoldsNobody) {
  Connect();
  HeldAtBirth(1, log_, 10);
  face_->Next(EventKind::kStopped);
  line_.Close();
  face_->Next(EventKind::kResumed);
  EXPECT_EQ(Text(target_->state()), "running");
}

TEST_F(TargetTest, AProcessOfAnotherLanguageIsToldOf) {
  auto line = control::ConnectToDebugger(path_);
  ASSERT_TRUE(line.ok());
  line->Send("hello 1 17 /run\n");
  EXPECT_NE(face_->Next(EventKind::kSaid).text.find("version 1"), std::string::npos);
}

TEST_F(TargetTest, EndEndsTheProgramAndLetsItsThreadsGo) {
  Connect();
  HeldAtBirth(1, log_, 10);
  face_->Next(EventKind::kStopped);
  EXPECT_TRUE(target_->End().ok());
  EXPECT_EQ(Heard(), "detach");
  face_->Next(EventKind::kEnded);
  EXPECT_EQ(target_->state().phase, Phase::kFailed);
  EXPECT_EQ(target_->WaitForEnd(), 128 + 15);
  EXPECT_EQ(target_->Hold().message(), "the program has ended");
}

class ShortTargetTest : public TargetTest {
 protected:
  ShortTargetTest() : TargetTest({"sh", "-c", "exit 3"}) {}
};

TEST_F(ShortTargetTest, AnEndIsToldWithItsStatus) {
  EXPECT_EQ(target_->WaitForEnd(), 3);
  EXPECT_EQ(Text(target_->state()), "ended with status 3");
}

TEST(RecordedTarget, HasNothingToControl) {
  const auto target = Target::Open(tests::OwnFixture("mnist_nan") / "dump", {});
  ASSERT_TRUE(target.ok());
  EXPECT_EQ((*target)->state().phase, Phase::kComplete);
  EXPECT_NE(Target::Reading(**target).session(), nullptr);
  EXPECT_EQ((*target)->Continue(1).message(),
            "this is a recording: there is no program to control");
  EXPECT_FALSE(Target::Open("/nowhere", {}).ok());
}

}  // namespace
}  // namespace tdbg::session
