#include "server/worker.h"

#include <algorithm>
#include <exception>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace tdbg::server {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::milliseconds kInterval{500};
constexpr int kRest = 4;  // of five parts of time at most one is spent looking for growth

}  // namespace

Worker::Worker(rpc::Service& service, ChangeFeed& feed, asio::any_io_executor io)
    : service_(service), feed_(feed), io_(std::move(io)), interval_(kInterval) {
  feed_.Publish(service_.Notice());
  asio::co_spawn(thread_, Watch(), asio::detached);
  service_.Follow([this] { OnNews(); });
}

Worker::~Worker() {
  service_.Follow(nullptr);
  thread_.stop();
  thread_.join();
}

asio::awaitable<Answer> Worker::Run(Job job) {
  asio::awaitable<Answer> here = RunHere(std::move(job));
  co_return co_await asio::co_spawn(thread_, std::move(here), asio::use_awaitable);
}

asio::awaitable<Answer> Worker::RunHere(Job job) {
  try {
    Freshen();
    co_return job(service_);
  } catch (const std::exception& error) {
    co_return ErrorAnswer(400, std::string("this cannot be answered: ") + error.what());
  }
}

asio::awaitable<void> Worker::Watch() {
  asio::steady_timer timer(co_await asio::this_coro::executor);
  while (true) {
    timer.expires_after(interval_);
    co_await timer.async_wait(asio::use_awaitable);
    if (feed_.followed()) Freshen();
  }
}

void Worker::Freshen() {
  const Clock::time_point start = Clock::now();
  if (start - last_look_ < interval_) return;
  if (service_.Refresh()) Publish();
  last_look_ = Clock::now();
  interval_ = std::max<Clock::duration>(kInterval, (last_look_ - start) * kRest);
}

// The notice is made where it is published: made here, an older one could overtake a newer one that
// another thread has made.
void Worker::Publish() {
  asio::post(io_, [&feed = feed_, &service = service_] { feed.Publish(service.Notice()); });
}

// Clients see at once how the program stands, also while the worker has other work. Where it is
// held, more has just been recorded.
void Worker::OnNews() {
  Publish();
  asio::post(thread_, [this] {
    last_look_ = {};
    Freshen();
  });
}

}  // namespace tdbg::server
