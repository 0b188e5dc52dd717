// The requests of messages.schema by name.
#pragma once

#include <span>
#include <string_view>

#include "base/status.h"
#include "rpc/opened_trace.h"
#include "rpc/wire.h"

namespace tdbg::rpc {

// The request as JSON in, its answer as JSON out.
using Handler = Result<Json> (*)(OpenedTrace& trace, const Json& request);

struct KnownRequest {
  std::string_view name;
  Handler handler;
};

// All of them, each with its handler.
std::span<const KnownRequest> Requests();

}  // namespace tdbg::rpc
