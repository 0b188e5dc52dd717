// The WebSocket of /changes: tells a client when to ask again.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

#include "server/change_feed.h"

namespace tdbg::server {

using HttpRequest = boost::beast::http::request<boost::beast::http::string_body>;

// Answers the handshake and sends notices, the newest at once, until the client leaves. What the
// client sends is forgotten; a long message, or no sign of life for a minute, ends the connection.
boost::asio::awaitable<void> ServeChanges(boost::beast::tcp_stream stream, HttpRequest request,
                                          ChangeFeed& feed);

}  // namespace tdbg::server
