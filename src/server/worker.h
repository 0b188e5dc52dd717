// The thread that asks the service; no other thread does.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>

#include "rpc/service.h"
#include "server/answer.h"
#include "server/change_feed.h"

namespace tdbg::server {

// Keeps the service fresh: before an answer, and every half a second while somebody follows `feed`.
// A trace that takes long to look at is looked at less often. Jobs wait in a queue with no bound of
// its own: each connection has one job at most. A job that takes long pauses every few
// milliseconds, and those that wait are done in its pauses, on the same thread.
class Worker {
 public:
  // `io` is the executor of the thread to which the feed belongs. All three outlive the worker.
  Worker(rpc::Service& service, ChangeFeed& feed, boost::asio::any_io_executor io);

  // Tells the job that runs to give up and waits for it; forgets those that wait.
  ~Worker();

  using Job = std::function<Answer(rpc::Service&)>;

  // Somebody who waits for the answer to a job, and may go away before it is there.
  class Client {
    friend class Worker;
    std::atomic<bool> gone_ = false;
  };

  // Runs the job on the worker's thread, with a fresh service. An exception is an error answer.
  boost::asio::awaitable<Answer> Run(Job job, std::shared_ptr<Client> client);

  // The client has gone: its job gives up, or is not begun. From any thread.
  void Leave(Client& client);

 private:
  using Clock = std::chrono::steady_clock;

  boost::asio::awaitable<Answer> RunHere(Job job, std::shared_ptr<Client> client);
  Answer Do(const Job& job, Client& client);
  void Begin(Client& client);
  void End();
  void SayWhetherGone();
  void Pause();
  boost::asio::awaitable<void> Watch();
  void Freshen();
  void OnNews();
  void Publish();

  rpc::Service& service_;
  ChangeFeed& feed_;
  boost::asio::any_io_executor io_;
  Clock::time_point last_look_ = Clock::now();
  Clock::duration interval_;

  std::mutex running_mutex_;
  std::vector<Client*> running_;  // whose jobs run, each in a pause of the one before
  bool ending_ = false;
  Clock::time_point last_pause_ = Clock::now();

  boost::asio::io_context jobs_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  std::thread thread_;
};

}  // namespace tdbg::server
