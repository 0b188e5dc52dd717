// What all connections share. Belongs to the I/O thread, and outlives the connections.
#pragma once

#include "server/access.h"
#include "server/assets.h"
#include "server/change_feed.h"

namespace tdbg::server {

struct Site {
  Access access;
  Assets assets{};
  ChangeFeed feed{};
  int connections = 0;
};

}  // namespace tdbg::server
