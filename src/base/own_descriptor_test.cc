#include "base/own_descriptor.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/scratch_directory.h"

namespace tdbg {
namespace {

int OpenNew(const ScratchDirectory& directory, const std::string& name) {
  return open(directory.PathOf(name).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
}

TEST(OwnDescriptor, IsHighAndClosedWhenExecuting) {
  const ScratchDirectory directory;
  const int low = OpenNew(directory, "ours");
  const OwnDescriptor ours(low);
  EXPECT_GE(ours.Get(), 512);
  EXPECT_EQ(fcntl(ours.Get(), F_GETFD), FD_CLOEXEC);
  EXPECT_EQ(fcntl(low, F_GETFD), -1) << "its first number is the program's again";
}

TEST(OwnDescriptor, StaysWithinTheLimit) {
  const ScratchDirectory directory;
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit few = {.rlim_cur = 64, .rlim_max = before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
  {
    const OwnDescriptor ours(OpenNew(directory, "ours"));
    EXPECT_GE(ours.Get(), 32);
    EXPECT_LT(ours.Get(), 64);
  }
  setrlimit(RLIMIT_NOFILE, &before);
}

TEST(OwnDescriptor, IsLeftAloneOnceItIsSomebodyElses) {
  const ScratchDirectory directory;
  int number = -1;
  {
    const OwnDescriptor ours(OpenNew(directory, "ours"));
    number = ours.Get();
    ASSERT_EQ(dup2(OpenNew(directory, "theirs"), number), number);
    EXPECT_EQ(ours.Get(), -1);
  }
  EXPECT_EQ(write(number, "x", 1), 1) << "theirs is still open";
  close(number);
}

TEST(OwnDescriptor, IsNoneOnceItWasClosed) {
  const ScratchDirectory directory;
  const OwnDescriptor ours(OpenNew(directory, "ours"));
  close(ours.Get());
  EXPECT_EQ(ours.Get(), -1);
  EXPECT_TRUE(ours.valid());
}

TEST(OwnDescriptor, TellsSocketsApart) {
  int first[2], second[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, first), 0);
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, second), 0);
  const OwnDescriptor ours(first[0]);
  ASSERT_GE(ours.Get(), 0);
  const int number = ours.Get();
  ASSERT_EQ(dup2(second[0], number), number);
  EXPECT_EQ(ours.Get(), -1);
  for (const int fd : {number, first[1], second[0], second[1]}) close(fd);
}

TEST(OwnDescriptor, NoneFromAnError) {
  OwnDescriptor none(open("/nowhere/at/all", O_RDONLY | O_CLOEXEC));
  EXPECT_EQ(errno, ENOENT);
  EXPECT_FALSE(none.valid());
  EXPECT_EQ(none.Get(), -1);
  none.Close();
}

}  // namespace
}  // namespace tdbg
