#include "rpc/reply.h"

#include <nlohmann/json.hpp>

namespace tdbg::rpc {

Reply ErrorReply(int http_status, std::string_view message) {
  const nlohmann::json body = {{"error", message}};
  return {.status = http_status,
          .content_type = "application/json",
          .body = body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace),
          .file_name = {}};
}

Reply ErrorReply(const Status& status) {
  return ErrorReply(status.code() == StatusCode::kNotFound ? 404 : 400, status.message());
}

}  // namespace tdbg::rpc
