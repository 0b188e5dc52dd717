// The thread that asks the service; no other thread does.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/thread_pool.hpp>

#include "rpc/service.h"
#include "server/answer.h"
#include "server/change_feed.h"

namespace tdbg::server {

// Keeps the service fresh: before an answer, and every half a second while somebody follows `feed`.
// A trace that takes long to look at is looked at less often. Jobs wait in a queue with no bound of
// its own: each connection has one job at most.
class Worker {
 public:
  // `io` is the executor of the thread to which the feed belongs. All three outlive the worker.
  Worker(rpc::Service& service, ChangeFeed& feed, boost::asio::any_io_executor io);

  // Waits for the job that runs, and forgets those that wait.
  ~Worker();

  using Job = std::function<Answer(rpc::Service&)>;

  // Runs the job on the worker's thread, with a fresh service. An exception is an error answer.
  boost::asio::awaitable<Answer> Run(Job job);

 private:
  using Clock = std::chrono::steady_clock;

  boost::asio::awaitable<Answer> RunHere(Job job);
  boost::asio::awaitable<void> Watch();
  void Freshen();
  void OnNews();
  void Publish();

  rpc::Service& service_;
  ChangeFeed& feed_;
  boost::asio::any_io_executor io_;
  Clock::time_point last_look_ = Clock::now();
  Clock::duration interval_;
  boost::asio::thread_pool thread_{1};
};

}  // namespace tdbg::server
