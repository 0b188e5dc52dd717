#include "server/changes_socket.h"

#include <chrono>
#include <memory>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>

namespace tdbg::server {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;

namespace {

constexpr auto kSocketTuple = asio::as_tuple(asio::use_awaitable);
constexpr size_t kLongestMessage = 4096;
constexpr std::chrono::seconds kHandshakeTime{10}, kQuietTime{60};

struct Conversation {
  Conversation(beast::tcp_stream stream, ChangeFeed& feed)
      : socket(std::move(stream)), follower(feed, socket.get_executor()) {}

  void End() {
    follower.Leave();
    beast::get_lowest_layer(socket).close();
  }

  websocket::stream<beast::tcp_stream> socket;
  ChangeFeed::Follower follower;
};

// Shared, for reading and writing end one after the other.
using Shared = std::shared_ptr<Conversation>;

asio::awaitable<void> ForgetWhatComes(Shared conversation) {
  beast::flat_buffer buffer;
  while (true) {
    const auto [error, size] = co_await conversation->socket.async_read(buffer, kSocketTuple);
    if (error) break;
    buffer.clear();
  }
  conversation->End();
}

}  // namespace

asio::awaitable<void> ServeChanges(beast::tcp_stream stream, HttpRequest request,
                                   ChangeFeed& feed) {
  stream.expires_never();  // the WebSocket has its own clock
  const auto conversation = std::make_shared<Conversation>(std::move(stream), feed);
  auto& socket = conversation->socket;
  socket.set_option(websocket::stream_base::timeout{kHandshakeTime, kQuietTime, true});
  socket.read_message_max(kLongestMessage);
  const auto [refused] = co_await socket.async_accept(request, kSocketTuple);
  if (refused) co_return;
  asio::co_spawn(socket.get_executor(), ForgetWhatComes(conversation), asio::detached);
  while (true) {
    const std::string notice = co_await conversation->follower.Next();
    if (notice.empty()) break;
    const auto [error, size] = co_await socket.async_write(asio::buffer(notice), kSocketTuple);
    if (error) break;
  }
  conversation->End();
}

}  // namespace tdbg::server
