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

constexpr int kMostToldSo = 64;  // refused connections at a time; those beyond get no word

asio::awaitable<void> Take(tcp_stream stream, Site& site, Worker& worker) {
  Seats::Seat seat(site.seats);
  if (seat.taken()) {
    co_await ServeConnection(std::move(stream), site, seat, worker);
  } else if (site.refused < kMostToldSo) {
    ++site.refused;
    Answer busy = ErrorAnswer(503, "too many connections at a time; try again soon");
    co_await RefuseConnection(std::move(stream), std::move(busy));
    --site.refused;
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
