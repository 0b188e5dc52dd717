// The gate with a real debugger's end behind the socket.
#include "capture/gate.h"

#include <atomic>
#include <chrono>
#include <thread>

#include <gtest/gtest.h>
#include <poll.h>

#include "control/debugger_end.h"

namespace tdbg::capture {
namespace {

using control::Command;
using control::HoldReason;
using control::Report;

class GateTest : public testing::Test {
 protected:
  void SetUp() override {
    auto opened = control::Listener::Open();
    ASSERT_TRUE(opened.ok());
    listener_.emplace(*std::move(opened));
    ASSERT_TRUE(gate_.Connect(listener_->path(), 42, "/run dir"));
    debuggee_ = listener_->Accept();
    ASSERT_TRUE(debuggee_.has_value());
    EXPECT_EQ(Next().run_directory, "/run dir");
    gate_.SetStop(true);
    // What the library's own thread does.
    ears_ = std::thread([this] {
      const int fd = gate_.fd();
      for (pollfd waiting{.fd = fd, .events = POLLIN, .revents = 0};
           poll(&waiting, 1, 10000) > 0;) {
        if (!gate_.Listen()) return;
      }
    });
  }
  void TearDown() override {
    if (debuggee_) debuggee_->Close();
    ears_.join();
  }

  Report Next() {
    Status error;
    while (reports_.empty()) {
      pollfd waiting = {.fd = debuggee_->fd(), .events = POLLIN, .revents = 0};
      if (poll(&waiting, 1, 10000) <= 0) {
        ADD_FAILURE() << "nothing was said";
        return {};
      }
      reports_ = debuggee_->Receive(&error);
      EXPECT_TRUE(error.ok()) << error.message();
    }
    const Report report = reports_.front();
    reports_.erase(reports_.begin());
    return report;
  }

  static Report Birth(int64_t op) { return {.kind = Report::Kind::kBirth, .op = op}; }

  Gate gate_;
  std::optional<control::Listener> listener_;
  std::optional<control::Debuggee> debuggee_;
  std::vector<Report> reports_;
  std::thread ears_;
};

TEST_F(GateTest, ABirthHoldsItsThread) {
  std::atomic<bool> ran_on = false;
  std::thread thread([&] {
    gate_.TellAndHold(Birth(7), HoldReason::kBirth);
    ran_on = true;
  });
  EXPECT_EQ(Next().op, 7);
  EXPECT_EQ(Next().kind, Report::Kind::kHeld);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(ran_on);
  debuggee_->Send({.kind = Command::Kind::kGo});
  thread.join();
  EXPECT_TRUE(ran_on);
}

TEST_F(GateTest, OneAtATime) {
  std::atomic<int> ran_on = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      gate_.TellAndHold(Birth(i), HoldReason::kBirth);
      ++ran_on;
    });
  }
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(Next().kind, Report::Kind::kBirth);
    EXPECT_EQ(Next().kind, Report::Kind::kHeld);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_EQ(ran_on, i);
    EXPECT_TRUE(reports_.empty()) << "the next one waits for its turn";
    debuggee_->Send({.kind = Command::Kind::kGo});
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(GateTest, WithoutStopItOnlyTells) {
  debuggee_->Send({.kind = Command::Kind::kStop, .on = false});
  debuggee_->Send({.kind = Command::Kind::kHold});
  while (!gate_.hold_asked()) std::this_thread::yield();
  gate_.TellAndHold(Birth(1), HoldReason::kBirth);
  EXPECT_EQ(Next().op, 1);
  std::thread thread([&] { gate_.HoldIfAsked(); });
  EXPECT_EQ(Next().reason, HoldReason::kHold);
  gate_.HoldIfAsked();  // only the first one
  debuggee_->Send({.kind = Command::Kind::kGo});
  thread.join();
}

TEST_F(GateTest, ALostDebuggerOpensIt) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] { gate_.TellAndHold(Birth(1), HoldReason::kBirth); });
  }
  Next();
  debuggee_->Close();
  for (std::thread& thread : threads) thread.join();
  gate_.TellAndHold(Birth(1), HoldReason::kBirth);
}

TEST_F(GateTest, DetachedForEver) {
  std::thread thread([&] { gate_.TellAndHold(Birth(1), HoldReason::kBirth); });
  Next();
  debuggee_->Send({.kind = Command::Kind::kDetach});
  thread.join();
  gate_.TellAndHold(Birth(1), HoldReason::kBirth);
}

TEST(Gate, NobodyThere) {
  Gate gate;
  EXPECT_FALSE(gate.Connect("/nowhere", 1, "/r"));
  gate.SetStop(true);
  gate.TellAndHold({}, HoldReason::kBirth);
  gate.SayGoodbye();
}

}  // namespace
}  // namespace tdbg::capture
