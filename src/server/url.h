// The target of a request: path and query, decoded.
#pragma once

#include <string>
#include <string_view>

#include "base/status.h"
#include "rpc/reply.h"

namespace tdbg::server {

struct Target {
  std::string path;  // decoded, begins with '/'; no part of it is empty (but the last), "." or ".."
  std::string query;           // as it was sent, without '?'
  rpc::Parameters parameters;  // of the query, decoded
};

// The error is one line that repeats nothing of `target`: an escape that is none, a control
// character or a backslash in the path, a path that climbs.
Result<Target> ParseTarget(std::string_view target);

// The query without the parameters of that name, as it was sent otherwise.
std::string QueryWithout(std::string_view query, std::string_view name);

}  // namespace tdbg::server
