#include "server/access.h"

#include <algorithm>
#include <array>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/random.h>

#include "base/check.h"
#include "base/lower_case.h"

namespace tdbg::server {
namespace {

// How long it takes does not depend on where the texts differ.
bool IsSameSecret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned char difference = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    difference = static_cast<unsigned char>(difference | (a[i] ^ b[i]));
  }
  return difference == 0;
}

// "name:80" and "[::1]:80" without port and brackets; "" for what is neither.
std::string_view WithoutPort(std::string_view host) {
  if (!host.starts_with('[')) return host.substr(0, host.find(':'));
  const size_t end = host.find(']');
  if (end == std::string_view::npos) return "";
  const std::string_view port = host.substr(end + 1);
  return port.empty() || port.starts_with(':') ? host.substr(1, end - 1) : "";
}

constexpr size_t kRootLetters = 32;

enum class AddressKind { kNone, kLoopback, kOther };

AddressKind KindOf(const std::string& host) {
  in_addr v4{};
  if (inet_pton(AF_INET, host.c_str(), &v4) == 1) {
    return ntohl(v4.s_addr) >> 24 == 127 ? AddressKind::kLoopback : AddressKind::kOther;
  }
  in6_addr v6{};
  if (inet_pton(AF_INET6, host.c_str(), &v6) == 1) {
    return IN6_IS_ADDR_LOOPBACK(&v6) ? AddressKind::kLoopback : AddressKind::kOther;
  }
  return AddressKind::kNone;
}

std::string_view CookieValue(std::string_view cookies, std::string_view name) {
  while (!cookies.empty()) {
    std::string_view cookie = cookies.substr(0, cookies.find(';'));
    cookies.remove_prefix(std::min(cookie.size() + 1, cookies.size()));
    while (cookie.starts_with(' ')) cookie.remove_prefix(1);
    if (cookie.substr(0, cookie.find('=')) == name && cookie.size() > name.size()) {
      return cookie.substr(name.size() + 1);
    }
  }
  return "";
}

}  // namespace

std::string NewToken() {
  std::array<unsigned char, 24> bytes{};
  TDBG_CHECK(getrandom(bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()));
  std::string token;
  for (const unsigned char byte : bytes) {
    token += "0123456789abcdef"[byte >> 4];
    token += "0123456789abcdef"[byte & 15];
  }
  return token;
}

Access::Access(std::string token, std::vector<std::string> hosts, bool any_address, int port)
    : token_(std::move(token)),
      root_("/" + NewToken().substr(0, kRootLetters) + "/"),
      cookie_name_("tdbg_token_" + std::to_string(port)),
      hosts_(std::move(hosts)),
      any_address_(any_address) {
  hosts_.emplace_back("localhost");
  for (std::string& host : hosts_) host = LowerCase(host);
}

bool OneTimeCode::Fits(std::string_view text) const {
  constexpr std::chrono::minutes kPatience{2};
  return !used_ && Clock::now() - made_ < kPatience && IsSameSecret(text, text_);
}

bool Access::IsOurHost(std::string_view host) const {
  const std::string name = LowerCase(WithoutPort(host));
  if (std::ranges::find(hosts_, name) != hosts_.end()) return true;
  const AddressKind kind = KindOf(name);
  return kind == AddressKind::kLoopback || (any_address_ && kind == AddressKind::kOther);
}

bool Access::HasToken(const RequestSource& source, const Target& target) const {
  if (IsSameSecret(CookieValue(source.cookie, cookie_name_), token_)) return true;
  constexpr std::string_view kBearer = "bearer ";
  if (LowerCase(source.authorization.substr(0, kBearer.size())) == kBearer &&
      IsSameSecret(source.authorization.substr(kBearer.size()), token_)) {
    return true;
  }
  const auto parameter = target.parameters.find("token");
  if (parameter != target.parameters.end()) return IsSameSecret(parameter->second, token_);
  const auto code = target.parameters.find("code");
  return target.path == "/" && code != target.parameters.end() && code_.Fits(code->second);
}

void Access::LeaveRoot(Target& target) const {
  if (target.path.starts_with(root_)) target.path.erase(0, root_.size() - 1);
}

void Access::UseUpCode(const Target& target) {
  const auto code = target.parameters.find("code");
  if (code != target.parameters.end() && code_.Fits(code->second)) code_.UseUp();
}

std::optional<Answer> Access::Refusal(const RequestSource& source, const Target& target) const {
  if (!IsOurHost(source.host)) {
    return ErrorAnswer(403, "the Host header is not a name of this server; use the URL it printed");
  }
  // Behind a forwarded port the host is not what was bound, but it is what the browser was told.
  if (source.origin && LowerCase(*source.origin) != "http://" + LowerCase(source.host)) {
    return ErrorAnswer(403, "only this server's own page may ask it");
  }
  if (!HasToken(source, target)) {
    return ErrorAnswer(401, "the token is missing or wrong; use the URL that tdbg serve printed");
  }
  return std::nullopt;
}

std::string Access::SetCookie() const {
  return cookie_name_ + "=" + token_ + "; Path=" + root_ + "; HttpOnly; SameSite=Strict";
}

}  // namespace tdbg::server
