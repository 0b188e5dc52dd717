// Takes connections, up to a number.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>

#include "server/site.h"
#include "server/worker.h"

namespace tdbg::server {

// Never ends by itself. What is beyond the places for connections is answered with 503 and closed.
boost::asio::awaitable<void> Listen(boost::asio::ip::tcp::acceptor acceptor, Site& site,
                                    Worker& worker);

}  // namespace tdbg::server
