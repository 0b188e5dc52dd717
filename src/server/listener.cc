#include "server/listener.h"

#include <chrono>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "server/connection.h"

namespace tdbg::server {

namespace asio = boost::asio;
using boost::beast::tcp_stream;

namespace {

constexpr int kMost = 256;
constexpr int kMostToldSo = 64;  // refused connections at a time; those beyond get no word

class Counted {
 public:
  explicit Counted(int& count) : count_(count) { ++count_; }
  ~Counted() { --count_; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

 private:
  int& count_;
};

asio::awaitable<void> Take(tcp_stream stream, Site& site, Worker& worker) {
  const Counted counted(site.connections);
  if (site.connections <= kMost) {
    co_await ServeConnection(std::move(stream), site, worker);
  } else if (site.connections <= kMost + kMostToldSo) {
    Answer busy = ErrorAnswer(503, "too many connections at a time; try again soon");
    co_await RefuseConnection(std::move(stream), std::move(busy));
  }
}

}  // namespace

asio::awaitable<void> Listen(asio::ip::tcp::acceptor acceptor, Site& site, Worker& worker) {
  const auto executor = acceptor.get_executor();
  while (true) {
    auto [error, socket] = co_await acceptor.async_accept(asio::as_tuple(asio::use_awaitable));
    if (error) {  // out of file descriptors, say: that passes
      asio::steady_timer pause(executor, std::chrono::milliseconds(100));
      co_await pause.async_wait(asio::use_awaitable);
      continue;
    }
    asio::co_spawn(executor, Take(tcp_stream(std::move(socket)), site, worker), asio::detached);
  }
}

}  // namespace tdbg::server
