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
    ASSERT_TRUE(table_.Start());
    ASSERT_TRUE(gate_.Connect(listener_->path(), 42, "/run dir"));
    debuggee_ = listener_->Accept();
    ASSERT_TRUE(debuggee_.has_value());
    EXPECT_EQ(Next().run_directory, "/run dir");
    gate_.SetStop(true);
  }
  void TearDown() override {
    gate_.SayGoodbye();
    table_.Stop();
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

  // The thread that is held there may go; waits until the gate has said so.
  void Let(int64_t stop) {
    debuggee_->Send({.kind = Command::Kind::kGo, .stop = stop});
    for (bool resumed = false, answered = false; !resumed || !answered;) {
      const Report report = Next();
      resumed |= report.kind == Report::Kind::kResumed && report.stop == stop;
      answered |= report.kind == Report::Kind::kAnswer && report.refusal.empty();
      ASSERT_TRUE(report.kind == Report::Kind::kResumed || report.kind == Report::Kind::kAnswer);
    }
  }

  static Report Birth(int64_t op) { return {.kind = Report::Kind::kBirth, .op = op}; }

  OwnTable table_;
  Gate gate_{table_};
  std::optional<control::Listener> listener_;
  std::optional<control::Debuggee> debuggee_;
  std::vector<Report> reports_;
};

TEST_F(GateTest, ABirthHoldsItsThread) {
  std::atomic<bool> ran_on = false;
  std::thread thread([&] {
    gate_.TellAndHold(Birth(7), HoldReason::kBirth);
    ran_on = true;
  });
  EXPECT_EQ(Next().kind, Report::Kind::kBirth);
  const Report held = Next();
  EXPECT_EQ(held.kind, Report::Kind::kHeld);
  EXPECT_EQ(held.op, 7);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(ran_on);
  Let(held.stop);
  thread.join();
  EXPECT_TRUE(ran_on);
}

TEST_F(GateTest, EachThreadHasAStopOfItsOwn) {
  std::atomic<int> ran_on = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      gate_.TellAndHold(Birth(i), HoldReason::kBirth);
      ++ran_on;
    });
  }
  std::vector<int64_t> stops;
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(Next().kind, Report::Kind::kBirth);
    const Report held = Next();
    EXPECT_EQ(held.kind, Report::Kind::kHeld);
    stops.push_back(held.stop);
  }
  for (int i = 3; i >= 0; --i) {
    EXPECT_EQ(ran_on, 3 - i);
    Let(stops[i]);
    while (ran_on < 4 - i) std::this_thread::yield();
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(GateTest, WithoutStopItOnlyTells) {
  debuggee_->Send({.kind = Command::Kind::kStop, .on = false});
  EXPECT_EQ(Next().kind, Report::Kind::kAnswer);
  debuggee_->Send({.kind = Command::Kind::kHold});
  EXPECT_EQ(Next().kind, Report::Kind::kAnswer);
  EXPECT_TRUE(gate_.hold_asked());
  gate_.TellAndHold(Birth(1), HoldReason::kBirth);
  EXPECT_EQ(Next().op, 1);
  std::thread thread([&] { gate_.HoldIfAsked({.op = 8}); });
  const Report held = Next();
  EXPECT_EQ(held.reason, HoldReason::kHold);
  EXPECT_EQ(held.op, 8);
  gate_.HoldIfAsked({});  // only the first one
  Let(held.stop);
  thread.join();
}

TEST_F(GateTest, TheEndOfAnExecution) {
  EXPECT_FALSE(gate_.holds_ends());
  debuggee_->Send({.kind = Command::Kind::kHoldEnd, .execution = 5});
  EXPECT_EQ(Next().kind, Report::Kind::kAnswer);
  EXPECT_TRUE(gate_.holds_ends());
  gate_.HoldAtEnd(4);
  std::thread thread([&] { gate_.HoldAtEnd(5); });
  const Report held = Next();
  EXPECT_EQ(held.reason, HoldReason::kEnd);
  EXPECT_EQ(held.execution, 5);
  Let(held.stop);
  thread.join();
  EXPECT_FALSE(gate_.holds_ends());
  gate_.HoldAtEnd(5);  // once
}

TEST_F(GateTest, TheEndIsAwaitedWhateverElseHoldsTheExecution) {
  const auto birth = [](int64_t op) {
    return Report{.kind = Report::Kind::kBirth, .execution = 5, .op = op};
  };
  std::thread thread([&] {
    gate_.TellAndHold(birth(1), HoldReason::kBirth);
    gate_.TellAndHold(birth(2), HoldReason::kBirth);
    gate_.HoldAtEnd(5);
  });
  EXPECT_EQ(Next().op, 1);
  const int64_t first = Next().stop;
  debuggee_->Send({.kind = Command::Kind::kHoldEnd, .execution = 5});
  EXPECT_EQ(Next().kind, Report::Kind::kAnswer);
  Let(first);
  EXPECT_EQ(Next().op, 2);
  Let(Next().stop);
  const Report held = Next();
  EXPECT_EQ(held.reason, HoldReason::kEnd);
  Let(held.stop);
  thread.join();
}

TEST_F(GateTest, WhatCannotBeDoneIsRefusedInWords) {
  const int64_t request = debuggee_->Send({.kind = Command::Kind::kGo, .stop = 99});
  const Report answer = Next();
  EXPECT_EQ(answer.request, request);
  EXPECT_NE(answer.refusal.find("stop 99"), std::string::npos);
  // The line still serves.
  debuggee_->Send({.kind = Command::Kind::kHold});
  EXPECT_EQ(Next().refusal, "");
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
  OwnTable table;
  ASSERT_TRUE(table.Start());
  Gate gate(table);
  EXPECT_FALSE(gate.Connect("/nowhere", 1, "/r"));
  gate.SetStop(true);
  gate.TellAndHold({}, HoldReason::kBirth);
  gate.SayGoodbye();
  table.Stop();
}

}  // namespace
}  // namespace tdbg::capture
