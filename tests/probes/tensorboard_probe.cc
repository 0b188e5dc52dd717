// Answers requests to the routes of TensorBoard's debugger plugin, without a server.
//
// Its argument is the trace. A request is one line: the route, then for each parameter a blank and
// NAME=VALUE with the value in hexadecimal. An answer is the line "STATUS BYTES" and the body.
#include <charconv>
#include <iostream>
#include <sstream>
#include <string>

#include "base/check.h"
#include "rpc/tensorboard/routes.h"

namespace {

std::string FromHex(std::string_view hex) {
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    int byte = 0;
    std::from_chars(hex.data() + i, hex.data() + i + 2, byte, 16);
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

}  // namespace

int main(int count, char** words) {
  TDBG_CHECK(count == 2);
  auto session = tdbg::session::Session::Open(words[1], {});
  TDBG_CHECK(session.ok());
  tdbg::rpc::tensorboard::Plugin plugin;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream request(line);
    std::string route, word;
    request >> route;
    tdbg::rpc::Parameters parameters;
    while (request >> word) {
      const size_t at = word.find('=');
      TDBG_CHECK(at != word.npos);
      parameters.try_emplace(word.substr(0, at), FromHex(std::string_view(word).substr(at + 1)));
    }
    const tdbg::rpc::Reply reply = plugin.Answer(**session, route, parameters);
    std::cout << reply.status << ' ' << reply.body.size() << '\n' << reply.body << std::flush;
  }
  return 0;
}
