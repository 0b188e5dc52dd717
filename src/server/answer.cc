#include "server/answer.h"

namespace tdbg::server {
namespace {

// The name with only those characters that may stand in a quoted header, and in the name of a file
// on any system.
std::string SafeFileName(std::string_view name) {
  std::string safe;
  for (const char c : name) {
    const bool fine = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '.' || c == '-' || c == '_';
    safe += fine ? c : '_';
  }
  return safe;
}

}  // namespace

Answer FromReply(rpc::Reply reply) {
  Answer answer{.status = reply.status,
                .content_type = std::move(reply.content_type),
                .body = std::move(reply.body)};
  if (!reply.file_name.empty()) {
    answer.headers.emplace_back("Content-Disposition",
                                "attachment; filename=\"" + SafeFileName(reply.file_name) + "\"");
  }
  return answer;
}

Answer ErrorAnswer(int status, std::string_view message) {
  return FromReply(rpc::ErrorReply(status, message));
}

Answer PlainPage(int status, std::string_view text) {
  return {.status = status,
          .content_type = "text/html; charset=utf-8",
          .body =
              "<!doctype html><html lang=\"en\"><title>tdbg</title>"
              "<meta name=\"viewport\" content=\"width=device-width\">"
              "<style>body{font:16px/1.5 system-ui,sans-serif;max-width:36em;margin:15vh auto;"
              "padding:0 1em;color-scheme:light dark}</style><h1>tdbg</h1><p>" +
              std::string(text) + "</p></html>\n"};
}

Answer RedirectAnswer(std::string path) {
  Answer answer{.status = 303, .content_type = "text/plain", .body = ""};
  answer.headers.emplace_back("Location", std::move(path));
  return answer;
}

}  // namespace tdbg::server
