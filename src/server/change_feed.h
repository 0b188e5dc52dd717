// The newest notice, and those who wait for the next one.
#pragma once

#include <atomic>
#include <cstdint>
#include <set>
#include <string>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>

namespace tdbg::server {

// All but followed() belongs to the I/O thread. Notices are not queued: who is slow gets the
// newest.
class ChangeFeed {
 public:
  // A client that follows the feed, as long as the object lives.
  class Follower {
   public:
    Follower(ChangeFeed& feed, const boost::asio::any_io_executor& executor);
    ~Follower();
    Follower(const Follower&) = delete;
    Follower& operator=(const Follower&) = delete;

    // Waits for a notice that it has not had: the newest at once the first time. "" after Leave().
    boost::asio::awaitable<std::string> Next();
    void Leave();

   private:
    friend class ChangeFeed;
    ChangeFeed& feed_;
    boost::asio::steady_timer wake_;
    uint64_t seen_ = 0;
    bool left_ = false;
  };

  void Publish(std::string notice);

  // Whether there is anybody to tell. From any thread.
  bool followed() const { return followed_; }

 private:
  std::string notice_;
  uint64_t number_ = 0;  // of the notice
  std::set<Follower*> followers_;
  std::atomic<bool> followed_ = false;
};

}  // namespace tdbg::server
