#include "control/message.h"

#include <gtest/gtest.h>

namespace tdbg::control {
namespace {

using ReportKind = Report::Kind;
using CommandKind = Command::Kind;

TEST(Message, ReportsComeBack) {
  for (const Report& report : {
           Report{.kind = ReportKind::kHello,
          .pid = 17,
          .capabilities = {"hold", "later"},
          .run_directory = "/tmp/a b%\nc/run"},
           Report{.kind = ReportKind::kHello, .pid = 17, .run_directory = "/r"},
           Report{.kind = ReportKind::kBirth, .execution = 3, .op = 4, .slot = 5, .time_ns = 6},
           Report{.kind = ReportKind::kError, .execution = 3, .op = 4, .time_ns = 6},
           Report{.kind = ReportKind::kHeld,
           .execution = 1,
           .op = 2,
           .slot = 3,
           .time_ns = 4,
           .stop = 5,
           .reason = HoldReason::kError},
           Report{.kind = ReportKind::kHeld, .execution = 7, .stop = 6, .reason = HoldReason::kEnd},
           Report{.kind = ReportKind::kResumed, .stop = 5},
           Report{.kind = ReportKind::kAnswer, .request = 8},
           Report{.kind = ReportKind::kAnswer, .request = 9, .refusal = "100 % no\n"},
           Report{.kind = ReportKind::kSettled, .execution = 9, .step = -1},
           Report{.kind = ReportKind::kStep, .step = 12},
           Report{.kind = ReportKind::kBye},
       }) {
    std::string line = ToLine(report);
    ASSERT_EQ(line.find('\n'), line.size() - 1);
    line.pop_back();
    const auto parsed = ParseReport(line);
    ASSERT_TRUE(parsed.ok()) << parsed.status().message();
    ASSERT_TRUE(parsed->has_value()) << line;
    EXPECT_TRUE(**parsed == report) << line;
  }
}

TEST(Message, RequestsComeBack) {
  int64_t number = 0;
  for (const Command& command :
       {Command{.kind = CommandKind::kGo, .stop = 12}, Command{.kind = CommandKind::kHold},
        Command{.kind = CommandKind::kHoldEnd, .execution = 34},
        Command{.kind = CommandKind::kDetach}, Command{.kind = CommandKind::kStop, .on = true},
        Command{.kind = CommandKind::kStop, .on = false}}) {
    const Request request = {.number = ++number, .command = command};
    std::string line = ToLine(request);
    line.pop_back();
    const auto parsed = ParseRequest(line);
    ASSERT_TRUE(parsed.ok());
    EXPECT_TRUE(*parsed == request);
    EXPECT_EQ(NumberOf(line), number);
  }
}

TEST(Message, OtherTextIsRefused) {
  for (const char* line :
       {"hello", "hello 2 2", "hello 2 2 ", "hello 2 2 hold", "hello x 2 - /a", "birth 1 2 3",
        "birth 1 2 3 4 5", "held", "held up", "held 1 up 1 2 3 4", "held 1 birth 1 2 3",
        "settled 1", "bye bye", "step 1x", "answer 1", "answer 1 maybe", "answer 1 refused"}) {
    EXPECT_FALSE(ParseReport(line).ok()) << line;
  }
  for (const char* line : {"", "go 1", "1 Go 1", "1 go", "1 go x", "1 stop", "1 stop 2", "x hold",
                           "1 hold 2", "1 hold_end", "2 birth 1 2 3 4"}) {
    EXPECT_FALSE(ParseRequest(line).ok()) << line;
  }
}

TEST(Message, WhatIsNotKnownIsPassedOver) {
  for (const char* line : {"", "hallo", "paused 1 2", "Birth 1 2 3 4"}) {
    const auto parsed = ParseReport(line);
    EXPECT_TRUE(parsed.ok() && !parsed->has_value()) << line;
  }
}

TEST(Message, AHelloOfAnotherVersionSaysSo) {
  for (const char* line : {"hello 1 17 /run", "hello 3 17 whatever comes then"}) {
    const auto parsed = ParseReport(line);
    ASSERT_TRUE(parsed.ok() && parsed->has_value()) << line;
    EXPECT_NE((*parsed)->version, kProtocolVersion);
    EXPECT_EQ((*parsed)->pid, 17);
  }
}

TEST(Message, ARequestThatIsNotUnderstoodHasANumber) {
  EXPECT_EQ(NumberOf("17 dance"), 17);
  EXPECT_EQ(NumberOf("17"), 17);
  EXPECT_EQ(NumberOf("dance"), 0);
  EXPECT_EQ(NumberOf(""), 0);
}

TEST(LineBuffer, CutsIntoLines) {
  LineBuffer lines;
  std::string line;
  lines.Add("go\nho");
  ASSERT_TRUE(lines.Next(&line));
  EXPECT_EQ(line, "go");
  EXPECT_FALSE(lines.Next(&line));
  lines.Add("ld\n\n");
  ASSERT_TRUE(lines.Next(&line));
  EXPECT_EQ(line, "hold");
  ASSERT_TRUE(lines.Next(&line));
  EXPECT_EQ(line, "");
  EXPECT_FALSE(lines.overlong());
  lines.Add(std::string(LineBuffer::kLongestLine + 1, 'x'));
  EXPECT_TRUE(lines.overlong());
}

}  // namespace
}  // namespace tdbg::control
