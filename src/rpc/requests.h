// The requests of messages.schema by name.
#pragma once

#include <string_view>

#include "base/status.h"
#include "rpc/opened_trace.h"
#include "rpc/wire.h"

namespace tdbg::rpc {

// The request as JSON in, its answer as JSON out.
using Handler = Result<Json> (*)(OpenedTrace& trace, const Json& request);

// nullptr if there is none of this name.
Handler FindHandler(std::string_view method);

}  // namespace tdbg::rpc
