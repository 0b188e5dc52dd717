// An answer of the server, before it goes over a wire.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rpc/reply.h"

namespace tdbg::server {

struct Answer {
  int status = 200;
  std::string content_type = "application/json";
  std::string body;
  std::string cache_control = "no-store";
  std::vector<std::pair<std::string, std::string>> headers = {};  // further ones
};

Answer FromReply(rpc::Reply reply);

// {"error": message}
Answer ErrorAnswer(int status, std::string_view message);

// A page of one paragraph, for a person who opened the wrong URL. `text` is ours: it is not
// escaped.
Answer PlainPage(int status, std::string_view text);

// Sends the client on to `path`, by GET.
Answer RedirectAnswer(std::string path);

}  // namespace tdbg::server
