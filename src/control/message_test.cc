#include "control/message.h"

#include <gtest/gtest.h>

namespace tdbg::control {
namespace {

using ReportKind = Report::Kind;
using CommandKind = Command::Kind;

TEST(Message, ReportsComeBack) {
  for (const Report& report : {
           Report{.kind = ReportKind::kHello, .pid = 17, .run_directory = "/tmp/a b%\nc/run"},
           Report{.kind = ReportKind::kBirth, .execution = 3, .op = 4, .slot = 5, .time_ns = 6},
           Report{.kind = ReportKind::kError, .execution = 3, .op = 4, .time_ns = 6},
           Report{.kind = ReportKind::kHeld, .reason = HoldReason::kError},
           Report{.kind = ReportKind::kSettled, .execution = 9, .step = -1},
           Report{.kind = ReportKind::kStep, .step = 12},
           Report{.kind = ReportKind::kBye},
       }) {
    std::string line = ToLine(report);
    ASSERT_EQ(line.find('\n'), line.size() - 1);
    line.pop_back();
    const auto parsed = ParseReport(line);
    ASSERT_TRUE(parsed.ok()) << parsed.status().message();
    EXPECT_TRUE(*parsed == report) << line;
  }
}

TEST(Message, CommandsComeBack) {
  for (const Command& command :
       {Command{.kind = CommandKind::kGo}, Command{.kind = CommandKind::kHold},
        Command{.kind = CommandKind::kDetach}, Command{.kind = CommandKind::kStop, .on = true},
        Command{.kind = CommandKind::kStop, .on = false}}) {
    std::string line = ToLine(command);
    line.pop_back();
    const auto parsed = ParseCommand(line);
    ASSERT_TRUE(parsed.ok());
    EXPECT_TRUE(*parsed == command);
  }
}

TEST(Message, OtherTextIsRefused) {
  for (const char* line :
       {"", "hello", "hello 1 2", "hello 1 2 ", "hello x 2 /a", "birth 1 2 3", "birth 1 2 3 4 5",
        "held", "held up", "settled 1", "bye bye", "step 1x"}) {
    EXPECT_FALSE(ParseReport(line).ok()) << line;
  }
  for (const char* line : {"", "Go", "go ", "stop", "stop 2", "birth 1 2 3 4"}) {
    EXPECT_FALSE(ParseCommand(line).ok()) << line;
  }
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
