// What a request is answered with, whatever carries it.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/status.h"

namespace tdbg::rpc {

// Of a URL's query, decoded; of a name that comes twice the first counts.
using Parameters = std::map<std::string, std::string, std::less<>>;

struct Reply {
  int status = 200;  // as HTTP numbers them: 200, 400, 404
  std::string content_type = "application/json";
  std::string body;
  std::string file_name;  // of something to be saved; "" for an answer to be read
};

// {"error": "..."} with the HTTP status that fits: 404 for what is not there, 400 for all else.
Reply ErrorReply(const Status& status);
Reply ErrorReply(int http_status, std::string_view message);

}  // namespace tdbg::rpc
