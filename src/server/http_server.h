// The server: one opened trace over HTTP, for the page and for programs (docs/serve.md).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/status.h"
#include "rpc/service.h"

namespace tdbg::server {

struct Options {
  std::string host = "127.0.0.1";  // name or address to bind
  std::optional<uint16_t> port;  // 0 for any that is free; not given: 6066, or any if that is taken
};

class HttpServer {
 public:
  // Serves from threads of its own until the object ends, which cuts the connections. Meanwhile
  // only the server may touch the service, which outlives it.
  static Result<std::unique_ptr<HttpServer>> Start(const Options& options, rpc::Service& service);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // Where the page is, with the token: whoever knows it may ask.
  const std::string& url() const;

  // The same for a browser that is started with it: it lets in once, and only soon.
  const std::string& url_for_browser() const;

  // Whether others than this machine can reach it.
  bool is_public() const;

 private:
  struct State;
  explicit HttpServer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace tdbg::server
