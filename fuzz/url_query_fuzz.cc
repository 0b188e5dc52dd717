// Any text as the target of a request and as the headers that say who asks: paths do not climb, no
// parameter is lost or decoded twice, and nobody comes in without the token.
#include <string>

#include "fuzz/expectations.h"
#include "server/access.h"
#include "server/gzip.h"
#include "server/routes.h"
#include "server/url.h"

namespace tdbg::fuzz {
namespace {

using server::Target;

std::string Encoded(std::string_view text) {
  std::string encoded;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    encoded += '%';
    encoded += "0123456789ABCDEF"[byte >> 4];
    encoded += "0123456789abcdef"[byte & 15];
  }
  return encoded;
}

void ExpectNoClimbing(const std::string& path) {
  TDBG_CHECK(path.starts_with('/'));
  TDBG_CHECK(path.find("//") == std::string::npos && path.find('\\') == std::string::npos);
  TDBG_CHECK((path + "/").find("/../") == std::string::npos);
  TDBG_CHECK((path + "/").find("/./") == std::string::npos);
  for (const char c : path) TDBG_CHECK(static_cast<unsigned char>(c) >= ' ');
}

void ExpectSameAgain(const Target& target) {
  std::string text = "/" + Encoded(std::string_view(target.path).substr(1)) + "?";
  for (const auto& [name, value] : target.parameters) {
    text += Encoded(name) + "=" + Encoded(value) + "&";
  }
  const auto again = server::ParseTarget(text);
  TDBG_CHECK(again.ok() && again->path == target.path && again->parameters == target.parameters);
}

void ReadTarget(std::string_view text) {
  const auto target = server::ParseTarget(text);
  if (!target.ok()) return ExpectOneLine(target.status());
  ExpectNoClimbing(target->path);
  ExpectSameAgain(*target);
  TDBG_CHECK(!server::FindRoute(target->path).name.empty() || target->path == "/rpc/");
  const auto rest = server::ParseTarget("/?" + server::QueryWithout(target->query, "token"));
  TDBG_CHECK(rest.ok());
  rpc::Parameters others = target->parameters;
  others.erase("token");
  TDBG_CHECK(rest->parameters == others);
}

void Knock(std::string_view text) {
  static const server::Access access("0123456789abcdef", {"lab"}, true, 1);
  const Target root = *server::ParseTarget("/");
  TDBG_CHECK(access.Refusal({.host = "lab", .authorization = text, .cookie = text}, root) ||
             text.find(access.token()) != std::string_view::npos);
  TDBG_CHECK(access.Refusal({.host = text, .origin = text}, root));
  static_cast<void>(server::AcceptsGzip(text));
}

}  // namespace
}  // namespace tdbg::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tdbg::fuzz::ReadTarget(tdbg::fuzz::AsText(data, size));
  tdbg::fuzz::Knock(tdbg::fuzz::AsText(data, size));
  return 0;
}
