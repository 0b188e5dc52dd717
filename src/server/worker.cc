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
    : service_(service),
      feed_(feed),
      io_(std::move(io)),
      interval_(kInterval),
      work_(jobs_.get_executor()) {
  feed_.Publish(service_.Notice());
  service_.asker().pause = [this] { Pause(); };
  asio::co_spawn(jobs_, Watch(), asio::detached);
  thread_ = std::thread([this] { jobs_.run(); });
  service_.Follow([this] { OnNews(); });
}

Worker::~Worker() {
  service_.Follow(nullptr);
  {
    const std::lock_guard lock(running_mutex_);
    ending_ = true;
    SayWhetherGone();
  }
  jobs_.stop();
  thread_.join();
  service_.asker().pause = nullptr;
  service_.asker().gone = false;
}

asio::awaitable<Answer> Worker::Run(Job job, std::shared_ptr<Client> client) {
  asio::awaitable<Answer> here = RunHere(std::move(job), std::move(client));
  co_return co_await asio::co_spawn(jobs_, std::move(here), asio::use_awaitable);
}

asio::awaitable<Answer> Worker::RunHere(Job job, std::shared_ptr<Client> client) {
  try {
    if (client->gone_) co_return ErrorAnswer(503, "nobody waits for the answer any more");
    Freshen();
    co_return Do(job, *client);
  } catch (const std::exception& error) {
    co_return ErrorAnswer(400, std::string("this cannot be answered: ") + error.what());
  }
}

Answer Worker::Do(const Job& job, Client& client) {
  class Turn {
   public:
    Turn(Worker& worker, Client& client) : worker_(worker) { worker_.Begin(client); }
    ~Turn() { worker_.End(); }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    Worker& worker_;
  };
  const Turn turn(*this, client);
  return job(service_);
}

void Worker::Begin(Client& client) {
  last_pause_ = Clock::now();
  const std::lock_guard lock(running_mutex_);
  running_.push_back(&client);
  SayWhetherGone();
}

void Worker::End() {
  const std::lock_guard lock(running_mutex_);
  running_.pop_back();
  SayWhetherGone();
}

void Worker::Leave(Client& client) {
  const std::lock_guard lock(running_mutex_);
  client.gone_ = true;
  SayWhetherGone();
}

void Worker::SayWhetherGone() {
  service_.asker().gone = ending_ || (!running_.empty() && running_.back()->gone_);
}

// Where those that came in are long as well, they pause, too; the first of them goes on when they
// are done.
void Worker::Pause() {
  constexpr std::chrono::milliseconds kBetweenPauses{2};
  constexpr size_t kDeepest = 8;
  if (Clock::now() - last_pause_ < kBetweenPauses || running_.size() >= kDeepest) return;
  while (jobs_.poll_one() > 0) {
  }
  last_pause_ = Clock::now();
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
  if (!running_.empty()) return;  // it holds what a refresh would move
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
  asio::post(jobs_, [this] {
    last_look_ = {};
    Freshen();
  });
}

}  // namespace tdbg::server
