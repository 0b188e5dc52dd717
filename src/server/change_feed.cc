#include "server/change_feed.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace tdbg::server {

namespace asio = boost::asio;

ChangeFeed::Follower::Follower(ChangeFeed& feed, const asio::any_io_executor& executor)
    : feed_(feed), wake_(executor, asio::steady_timer::time_point::max()) {
  feed_.followers_.insert(this);
  feed_.followed_ = true;
}

ChangeFeed::Follower::~Follower() {
  feed_.followers_.erase(this);
  feed_.followed_ = !feed_.followers_.empty();
}

asio::awaitable<std::string> ChangeFeed::Follower::Next() {
  while (!left_ && seen_ == feed_.number_) {
    // The timer never ends: the wait is cancelled.
    co_await wake_.async_wait(asio::as_tuple(asio::use_awaitable));
  }
  if (left_) co_return "";
  seen_ = feed_.number_;
  co_return feed_.notice_;
}

void ChangeFeed::Follower::Leave() {
  left_ = true;
  wake_.cancel();
}

void ChangeFeed::Publish(std::string notice) {
  notice_ = std::move(notice);
  ++number_;
  for (Follower* follower : followers_) follower->wake_.cancel();
}

}  // namespace tdbg::server
