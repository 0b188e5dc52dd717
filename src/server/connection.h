// One connection: requests in, answers out, one after another.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/beast/core/tcp_stream.hpp>

#include "server/answer.h"
#include "server/site.h"
#include "server/worker.h"

namespace tdbg::server {

// Serves until the client leaves, is too slow, or says what cannot be understood; a request for
// /changes makes it a WebSocket. `seat` is its own.
boost::asio::awaitable<void> ServeConnection(boost::beast::tcp_stream stream, Site& site,
                                             Seats::Seat& seat, Worker& worker);

// Tells the client why it is refused and closes the connection. No request is read.
boost::asio::awaitable<void> RefuseConnection(boost::beast::tcp_stream stream, Answer answer);

}  // namespace tdbg::server
