#include "server/change_feed.h"

#include <vector>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <gtest/gtest.h>

namespace tdbg::server {
namespace {

namespace asio = boost::asio;

// Writes down what a follower hears until it leaves.
asio::awaitable<void> Listen(ChangeFeed::Follower& follower, std::vector<std::string>& heard) {
  while (true) {
    heard.push_back(co_await follower.Next());
    if (heard.back().empty()) break;
  }
}

TEST(ChangeFeedTest, TellsTheNewestAtOnceAndOnlyTheNewest) {
  asio::io_context io;
  ChangeFeed feed;
  feed.Publish("old");
  feed.Publish("first");
  EXPECT_FALSE(feed.followed());
  std::vector<std::string> heard;
  {
    ChangeFeed::Follower follower(feed, io.get_executor());
    EXPECT_TRUE(feed.followed());
    asio::co_spawn(io, Listen(follower, heard), asio::detached);
    io.poll();
    EXPECT_EQ(heard, std::vector<std::string>{"first"});
    feed.Publish("missed");
    feed.Publish("second");
    io.poll();
    EXPECT_EQ(heard, (std::vector<std::string>{"first", "second"}));
    follower.Leave();
    io.poll();
    EXPECT_EQ(heard, (std::vector<std::string>{"first", "second", ""}));
  }
  EXPECT_FALSE(feed.followed());
  feed.Publish("nobody is there");
}

TEST(ChangeFeedTest, TellsEverybody) {
  asio::io_context io;
  ChangeFeed feed;
  std::vector<std::string> one, other;
  ChangeFeed::Follower first(feed, io.get_executor()), second(feed, io.get_executor());
  asio::co_spawn(io, Listen(first, one), asio::detached);
  asio::co_spawn(io, Listen(second, other), asio::detached);
  io.poll();
  EXPECT_TRUE(one.empty());
  feed.Publish("news");
  first.Leave();
  io.poll();
  EXPECT_EQ(one, std::vector<std::string>{""});
  EXPECT_EQ(other, std::vector<std::string>{"news"});
}

}  // namespace
}  // namespace tdbg::server
