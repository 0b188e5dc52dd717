// Both ends together.
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/stat.h>

#include "control/debuggee_end.h"
#include "control/debugger_end.h"

namespace tdbg::control {
namespace {

bool Readable(int fd) {
  pollfd waiting = {.fd = fd, .events = POLLIN, .revents = 0};
  return poll(&waiting, 1, 5000) == 1;
}

TEST(Channel, ReportsGoOneWayCommandsTheOther) {
  auto listener = Listener::Open();
  ASSERT_TRUE(listener.ok()) << listener.status().message();
  struct stat facts;
  ASSERT_EQ(stat(listener->path().c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777, 0600u);
  EXPECT_FALSE(listener->Accept().has_value());

  auto program = ConnectToDebugger(listener->path());
  ASSERT_TRUE(program.ok()) << program.status().message();
  ASSERT_TRUE(Readable(listener->fd()));
  std::optional<Debuggee> debuggee = listener->Accept();
  ASSERT_TRUE(debuggee.has_value());

  program->Send(ToLine(Report{.kind = Report::Kind::kHello, .pid = 5, .run_directory = "/r"}));
  program->Send("a word of a later day\nbirth 1 2 ");
  program->Send("3 4\n");
  ASSERT_TRUE(Readable(debuggee->fd()));
  Status error;
  const std::vector<Report> reports = debuggee->Receive(&error);
  ASSERT_TRUE(error.ok()) << error.message();
  ASSERT_EQ(reports.size(), 2u);
  EXPECT_EQ(reports[0].run_directory, "/r");
  EXPECT_EQ(reports[1].op, 2);

  EXPECT_EQ(debuggee->Send({.kind = Command::Kind::kGo, .stop = 3}), 1);
  ASSERT_TRUE(Readable(program->fd()));
  program->Receive();
  std::string line;
  ASSERT_TRUE(program->Next(&line));
  EXPECT_EQ(line, "1 go 3");

  debuggee->Close();
  ASSERT_TRUE(Readable(program->fd()));
  program->Receive();
  EXPECT_FALSE(program->connected());
  program->Send("bye\n");  // to nobody, and no signal
}

TEST(Channel, AStrangerIsLetGo) {
  auto listener = Listener::Open();
  ASSERT_TRUE(listener.ok());
  for (const char* text : {"hello 1 1 /r\n", "GET / HTTP/1.1\n", "bye\n", "birth 1 2 3 4\n"}) {
    auto program = ConnectToDebugger(listener->path());
    ASSERT_TRUE(program.ok());
    ASSERT_TRUE(Readable(listener->fd()));
    auto debuggee = listener->Accept();
    program->Send(text);
    ASSERT_TRUE(Readable(debuggee->fd()));
    Status error;
    EXPECT_TRUE(debuggee->Receive(&error).empty());
    EXPECT_FALSE(error.ok());
    EXPECT_FALSE(debuggee->connected());
  }
}

TEST(Channel, NobodyThere) {
  const auto program = ConnectToDebugger("/nowhere/control");
  ASSERT_FALSE(program.ok());
  EXPECT_NE(program.status().message().find("/nowhere/control"), std::string::npos);
  EXPECT_FALSE(ConnectToDebugger(std::string(200, 'x')).ok());
}

}  // namespace
}  // namespace tdbg::control
