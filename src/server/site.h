// What all connections share. Belongs to the I/O thread, and outlives the connections.
#pragma once

#include "server/access.h"
#include "server/assets.h"
#include "server/change_feed.h"
#include "server/seats.h"

namespace tdbg::server {

struct Site {
  Access access;
  Assets assets{};
  ChangeFeed feed{};
  Seats seats{};
  int refused = 0;  // connections that are being told that there is no place
};

}  // namespace tdbg::server
