#include "server/http_server.h"

#include <thread>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/host_name.hpp>
#include <boost/asio/ip/tcp.hpp>

#include "server/listener.h"

namespace tdbg::server {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

constexpr uint16_t kUsualPort = 6066;

std::string HostText(const asio::ip::address& address) {
  const std::string text = address.to_string();
  return address.is_v6() ? "[" + text + "]" : text;
}

Result<asio::ip::address> Resolve(asio::io_context& io, const std::string& host) {
  boost::system::error_code error;
  tcp::resolver resolver(io);
  const auto found = resolver.resolve(host, "", error);
  if (error || found.empty()) {
    return InvalidArgument("'" + host + "' is no address of this machine: " + error.message());
  }
  return found.begin()->endpoint().address();
}

boost::system::error_code Bind(tcp::acceptor& acceptor, const tcp::endpoint& endpoint) {
  boost::system::error_code error;
  acceptor.close(error);
  if (!acceptor.open(endpoint.protocol(), error) &&
      !acceptor.set_option(tcp::acceptor::reuse_address(true), error) &&
      !acceptor.bind(endpoint, error)) {
    acceptor.listen(tcp::acceptor::max_listen_connections, error);
  }
  return error;
}

Status BindAny(tcp::acceptor& acceptor, const asio::ip::address& address,
               std::optional<uint16_t> port) {
  auto error = Bind(acceptor, {address, port.value_or(kUsualPort)});
  if (error && !port) error = Bind(acceptor, {address, 0});
  if (!error) return Status::Ok();
  return Unreadable("cannot listen on " + HostText(address) + ":" +
                    std::to_string(port.value_or(kUsualPort)) + ": " + error.message());
}

// By what names a browser may call what is bound to `address`.
struct Names {
  std::string in_url;
  std::vector<std::string> all;
};

Names NamesOf(const asio::ip::address& address, const std::string& host) {
  if (!address.is_unspecified()) return {HostText(address), {address.to_string(), host}};
  boost::system::error_code error;
  const std::string machine = asio::ip::host_name(error);
  if (error) return {"localhost", {}};
  return {machine, {machine}};
}

}  // namespace

// The order matters when it ends: the loop destroys what is left of connections, so what they refer
// to stands above it; those that wait for the worker are the worker's, which ends before.
struct HttpServer::State {
  State(Access access, std::unique_ptr<asio::io_context> loop, rpc::Service& service)
      : site{.access = std::move(access)},
        io(std::move(loop)),
        worker(service, site.feed, io->get_executor()) {}

  ~State() {
    io->stop();
    if (thread.joinable()) thread.join();
  }

  Site site;
  std::unique_ptr<asio::io_context> io;
  Worker worker;
  std::thread thread;
  std::string url;
  std::string url_for_browser;
  bool is_public = false;
};

Result<std::unique_ptr<HttpServer>> HttpServer::Start(const Options& options,
                                                      rpc::Service& service) {
  auto io = std::make_unique<asio::io_context>(1);
  TDBG_ASSIGN_OR_RETURN(const asio::ip::address address, Resolve(*io, options.host));
  tcp::acceptor acceptor(*io);
  TDBG_RETURN_IF_ERROR(BindAny(acceptor, address, options.port));
  const int port = acceptor.local_endpoint().port();
  Names names = NamesOf(address, options.host);
  Access access(NewToken(), std::move(names.all), !address.is_loopback(), port);
  const std::string page = "http://" + names.in_url + ":" + std::to_string(port) + "/";
  std::string url = page + "?token=" + access.token();
  std::string url_for_browser = page + "?code=" + access.code();

  auto state = std::make_unique<State>(std::move(access), std::move(io), service);
  state->url = std::move(url);
  state->url_for_browser = std::move(url_for_browser);
  state->is_public = !address.is_loopback();
  asio::co_spawn(*state->io, Listen(std::move(acceptor), state->site, state->worker),
                 asio::detached);
  state->thread = std::thread([&loop = *state->io] { loop.run(); });
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(state)));
}

HttpServer::HttpServer(std::unique_ptr<State> state) : state_(std::move(state)) {}
HttpServer::~HttpServer() = default;

const std::string& HttpServer::url() const { return state_->url; }
const std::string& HttpServer::url_for_browser() const { return state_->url_for_browser; }
bool HttpServer::is_public() const { return state_->is_public; }

}  // namespace tdbg::server
