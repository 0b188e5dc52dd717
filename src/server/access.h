// Who may ask: the token, and the hosts and origins by which a request comes to this server.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/answer.h"
#include "server/url.h"

namespace tdbg::server {

// 192 random bits as text that needs no escapes in a URL.
std::string NewToken();

// A secret that lets a browser in once, for the words by which it is started: others on the machine
// can read these.
class OneTimeCode {
 public:
  OneTimeCode() : text_(NewToken()) {}

  const std::string& text() const { return text_; }
  // Not when it was used up, nor when a browser would have come long ago.
  bool Fits(std::string_view text) const;
  void UseUp() { used_ = true; }

 private:
  using Clock = std::chrono::steady_clock;
  std::string text_;
  Clock::time_point made_ = Clock::now();
  bool used_ = false;
};

// What a request says of where it comes from; "" for what it does not say. An origin that is there
// but empty is refused as well, so it is optional.
struct RequestSource {
  std::string_view host;
  std::optional<std::string_view> origin;
  std::string_view authorization;
  std::string_view cookie;
};

class Access {
 public:
  // `hosts` are the names by which the server may be asked, beside loopback's; with `any_address`
  // by any address, too, which no name server can have made up. `port` tells the cookies of two
  // servers apart.
  Access(std::string token, std::vector<std::string> hosts, bool any_address, int port);

  const std::string& token() const { return token_; }
  const std::string& code() const { return code_.text(); }

  // Where the page is: a path of this server alone, below which the cookie is sent. Browsers send
  // cookies to every port of a host, but other servers there do not know the path.
  const std::string& root() const { return root_; }

  // A path below root() means the same as the one below "/".
  void LeaveRoot(Target& target) const;

  // Why the request is not answered: 403 for a foreign host (a name that was made to point here) or
  // a foreign origin (a page of somebody else's), 401 without the token, which may come as
  // parameter "token", as cookie or as bearer. For the page alone the code will do. nullopt: it is
  // welcome.
  std::optional<Answer> Refusal(const RequestSource& source, const Target& target) const;

  // The value of a Set-Cookie header that brings the token next time.
  std::string SetCookie() const;

  // To be called when a cookie was given for what the target brought.
  void UseUpCode(const Target& target);

 private:
  bool IsOurHost(std::string_view host) const;
  bool HasToken(const RequestSource& source, const Target& target) const;

  std::string token_;
  OneTimeCode code_;
  std::string root_;
  std::string cookie_name_;
  std::vector<std::string> hosts_;
  bool any_address_;
};

}  // namespace tdbg::server
