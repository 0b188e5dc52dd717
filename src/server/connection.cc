#include "server/connection.h"

#include <chrono>
#include <optional>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <sys/socket.h>

#include "server/changes_socket.h"
#include "server/gzip.h"
#include "server/routes.h"

namespace tdbg::server {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;

namespace {

constexpr auto kAsTuple = asio::as_tuple(asio::use_awaitable);
constexpr uint32_t kMostHeaderBytes = 16 * 1024;
constexpr uint64_t kMostBodyBytes = 1024 * 1024;
constexpr size_t kReadBytes = 16 * 1024;  // at a time
constexpr std::chrono::seconds kReadTime{10}, kIdleTime{60}, kWriteTime{30}, kFarewellTime{2};

using Parser = http::request_parser<http::string_body>;

std::string_view View(beast::string_view text) { return {text.data(), text.size()}; }

RequestSource SourceOf(const HttpRequest& request) {
  RequestSource source{.host = View(request[http::field::host]),
                       .origin = std::nullopt,
                       .authorization = View(request[http::field::authorization]),
                       .cookie = View(request[http::field::cookie])};
  if (const auto origin = request.find(http::field::origin); origin != request.end()) {
    source.origin = View(origin->value());
  }
  return source;
}

bool SaysMoreThanOnce(const HttpRequest& request) {
  for (const auto field : {http::field::host, http::field::origin, http::field::authorization}) {
    if (request.count(field) > 1) return true;
  }
  return false;
}

// A body that comes in a way that is not understood would be taken for the next request.
bool IsCodedOtherwise(const HttpRequest& request) {
  const auto coding = request.find(http::field::transfer_encoding);
  if (coding == request.end()) return false;
  return request.count(http::field::transfer_encoding) > 1 ||
         !beast::iequals(coding->value(), "chunked") ||
         request.count(http::field::content_length) > 0;
}

// Every answer says these: a page loads nothing from elsewhere and is shown in no frame, and pages
// of other servers on this machine can embed nothing of it.
void SetSecurityHeaders(http::fields& fields) {
  fields.set("Content-Security-Policy",
             "default-src 'self'; connect-src 'self' ws:; img-src 'self' data: blob:; "
             "style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; "
             "frame-ancestors 'none'");
  fields.set("X-Content-Type-Options", "nosniff");
  fields.set("Referrer-Policy", "no-referrer");
  fields.set("Cross-Origin-Resource-Policy", "same-origin");
}

struct Manner {
  unsigned version = 11;
  bool keep_alive = false;
  bool head_only = false;
};

template <typename Message>
asio::awaitable<bool> WriteMessage(beast::tcp_stream& stream, Message message) {
  http::response_serializer<typename Message::body_type> serializer(message);
  while (!serializer.is_done()) {
    stream.expires_after(kWriteTime);  // for each piece: a large answer may take longer
    const auto [error, size] = co_await http::async_write_some(stream, serializer, kAsTuple);
    if (error) co_return false;
  }
  co_return true;
}

// Sends the answer. True if the client has it and the connection may go on.
asio::awaitable<bool> Write(beast::tcp_stream& stream, Answer answer, Manner manner) {
  http::response_header<> head;
  head.version(manner.version);
  head.result(static_cast<unsigned>(answer.status));
  head.set(http::field::content_type, answer.content_type);
  head.set(http::field::cache_control, answer.cache_control);
  SetSecurityHeaders(head);
  for (const auto& [name, value] : answer.headers) head.set(name, value);
  if (manner.head_only) {
    http::response<http::empty_body> message(std::move(head));
    message.content_length(answer.body.size());
    message.keep_alive(manner.keep_alive);
    co_return co_await WriteMessage(stream, std::move(message)) && manner.keep_alive;
  }
  http::response<http::string_body> message(std::move(head), std::move(answer.body));
  message.prepare_payload();
  message.keep_alive(manner.keep_alive);
  co_return co_await WriteMessage(stream, std::move(message)) && manner.keep_alive;
}

// Ends a connection whose client may still be sending. To close at once could take the answer away
// from it before it was read.
asio::awaitable<void> Farewell(beast::tcp_stream& stream) {
  beast::error_code ignored;
  stream.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  stream.expires_after(kFarewellTime);
  std::string forgotten(kReadBytes, '\0');
  while (true) {
    const auto [error, size] = co_await stream.async_read_some(asio::buffer(forgotten), kAsTuple);
    if (error) co_return;
  }
}

// What to say to one who sent no request that can be read; nullopt for one who left or was slow.
std::optional<Answer> MalformedAnswer(beast::error_code error) {
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    return ErrorAnswer(431, "the head of a request has 16 KiB at most");
  }
  if (error == http::error::body_limit) {
    return ErrorAnswer(413, "the body of a request has 1 MiB at most");
  }
  const bool not_http = error.category() == make_error_code(http::error::bad_method).category();
  if (!not_http || error == http::error::end_of_stream || error == http::error::partial_message) {
    return std::nullopt;
  }
  return ErrorAnswer(400, "this is no HTTP request: " + error.message());
}

bool AsksForPage(const HttpRequest& request) {
  return request.method() == http::verb::get &&
         request[http::field::accept].find("text/html") != beast::string_view::npos;
}

// A request whose head is read, on its way to an answer.
class Exchange {
 public:
  Exchange(const HttpRequest& request, Site& site, Worker& worker)
      : request_(request), site_(site), worker_(worker) {}

  // What the head alone is answered with: mistakes, and those who may not ask.
  std::optional<Answer> Refusal() {
    if (SaysMoreThanOnce(request_)) {
      return ErrorAnswer(400, "a header came twice that may come once");
    }
    if (IsCodedOtherwise(request_)) {
      return ErrorAnswer(501, "a body comes as it is, or with Transfer-Encoding: chunked");
    }
    Result<Target> target = ParseTarget(View(request_.target()));
    if (!target.ok()) return ErrorAnswer(400, target.status().message());
    target_ = *std::move(target);
    site_.access.LeaveRoot(target_);
    if (auto refusal = site_.access.Refusal(SourceOf(request_), target_)) {
      if (refusal->status != 401 || !AsksForPage(request_)) return refusal;
      return PlainPage(401,
                       "This page needs the token of the server. Use the whole URL that "
                       "<code>tdbg serve</code> printed.");
    }
    route_ = FindRoute(target_.path);
    if (!Allows(route_.kind, View(request_.method_string()))) {
      const std::string methods(AllowedMethods(route_.kind));
      Answer answer = ErrorAnswer(405, "this path takes " + methods);
      answer.headers.emplace_back("Allow", methods);
      return answer;
    }
    if (WantsChanges() && !beast::websocket::is_upgrade(request_)) {
      return ErrorAnswer(426, "/changes is a WebSocket");
    }
    return std::nullopt;
  }

  bool WantsChanges() const { return route_.kind == RouteKind::kChanges; }

  // The answer once the body is there, too.
  asio::awaitable<Answer> Respond(std::shared_ptr<Worker::Client> client) {
    const bool gzip = AcceptsGzip(View(request_[http::field::accept_encoding]));
    if (route_.kind == RouteKind::kFile) co_return File(gzip);
    target_.parameters.erase("token");
    Worker::Job job = [this, gzip](rpc::Service& service) {
      Answer answer =
          FromReply(route_.kind == RouteKind::kCall ? service.Call(route_.name, request_.body())
                                                    : service.Get(route_.name, target_.parameters));
      if (gzip && IsWorthGzip(answer)) SetGzipBody(answer, Gzip(answer.body, Effort::kFast));
      return answer;
    };
    co_return co_await worker_.Run(std::move(job), std::move(client));
  }

 private:
  // Who comes with a secret in the URL gets a cookie for it, and a URL that can be shown around.
  Answer File(bool gzip) {
    const bool has_secret =
        target_.parameters.contains("token") || target_.parameters.contains("code");
    if (target_.path != "/" || !has_secret) return site_.assets.Get(target_.path, gzip);
    site_.access.UseUpCode(target_);
    const std::string rest = QueryWithout(QueryWithout(target_.query, "token"), "code");
    Answer answer = RedirectAnswer(site_.access.root() + (rest.empty() ? "" : "?" + rest));
    answer.headers.emplace_back("Set-Cookie", site_.access.SetCookie());
    return answer;
  }

  const HttpRequest& request_;
  Site& site_;
  Worker& worker_;
  Target target_;
  Route route_;
};

// Bytes of the next request, if they come in time.
asio::awaitable<bool> WaitForRequest(beast::tcp_stream& stream, beast::flat_buffer& buffer,
                                     std::chrono::seconds time) {
  if (buffer.size() > 0) co_return true;
  stream.expires_after(time);
  const auto space = buffer.prepare(kReadBytes);
  const auto [error, size] = co_await stream.async_read_some(space, kAsTuple);
  buffer.commit(size);
  co_return !error;
}

// Beast's own limit holds for what it has not parsed yet: many small headers would pass it.
asio::awaitable<beast::error_code> ReadHead(beast::tcp_stream& stream, beast::flat_buffer& buffer,
                                            Parser& parser) {
  size_t read = 0;
  while (!parser.is_header_done()) {
    const auto [error, size] = co_await http::async_read_some(stream, buffer, parser, kAsTuple);
    if (error) co_return error;
    read += size;
    if (read > kMostHeaderBytes) co_return http::error::header_limit;
  }
  co_return beast::error_code();
}

asio::awaitable<void> WaitForEver(const asio::any_io_executor& executor) {
  asio::steady_timer timer(executor, asio::steady_timer::time_point::max());
  co_await timer.async_wait(kAsTuple);
}

// Tells the worker when the client closes the connection. Ends only by being cancelled.
asio::awaitable<void> WatchForLeaving(beast::tcp_stream& stream, Worker& worker,
                                      std::shared_ptr<Worker::Client> client) {
  auto& socket = stream.socket();
  const auto [error] = co_await socket.async_wait(asio::ip::tcp::socket::wait_read, kAsTuple);
  if (error == asio::error::operation_aborted) co_return;
  char next = 0;
  // Where the next request is there already, nobody knows until that has been read.
  if (recv(socket.native_handle(), &next, 1, MSG_PEEK | MSG_DONTWAIT) <= 0) worker.Leave(*client);
  co_await WaitForEver(stream.get_executor());
}

asio::awaitable<Answer> RespondUnlessLeft(Exchange& exchange, beast::tcp_stream& stream,
                                          Worker& worker) {
  using namespace asio::experimental::awaitable_operators;
  const auto client = std::make_shared<Worker::Client>();
  auto first = co_await (exchange.Respond(client) || WatchForLeaving(stream, worker, client));
  co_return std::get<0>(std::move(first));
}

}  // namespace

asio::awaitable<void> ServeConnection(beast::tcp_stream stream, Site& site, Seats::Seat& seat,
                                      Worker& worker) {
  beast::flat_buffer buffer(kReadBytes);
  seat.Hold(stream);
  bool go_on = co_await WaitForRequest(stream, buffer, kReadTime);
  while (go_on) {
    Parser parser;
    parser.header_limit(kMostHeaderBytes);
    parser.body_limit(kMostBodyBytes);
    stream.expires_after(kReadTime);
    if (const beast::error_code bad_head = co_await ReadHead(stream, buffer, parser)) {
      std::optional<Answer> answer = MalformedAnswer(bad_head);
      if (!answer) co_return;
      co_await Write(stream, *std::move(answer), {});
      break;
    }
    Exchange exchange(parser.get(), site, worker);
    Manner manner{.version = parser.get().version(),
                  .keep_alive = parser.get().keep_alive(),
                  .head_only = parser.get().method() == http::verb::head};
    std::optional<Answer> refusal = exchange.Refusal();
    if (!refusal) seat.Trust();
    if (refusal) {
      // A body that nobody reads is in the way of the next request.
      manner.keep_alive &= parser.is_done() && !IsCodedOtherwise(parser.get());
      go_on = co_await Write(stream, *std::move(refusal), manner);
    } else if (exchange.WantsChanges()) {
      co_await ServeChanges(std::move(stream), parser.release(), site.feed);
      co_return;
    } else {
      const auto [bad_body, body_size] =
          co_await http::async_read(stream, buffer, parser, kAsTuple);
      if (bad_body) {
        std::optional<Answer> answer = MalformedAnswer(bad_body);
        if (!answer) co_return;
        co_await Write(stream, *std::move(answer), manner);
        break;
      }
      stream.expires_never();
      Answer answer = co_await RespondUnlessLeft(exchange, stream, worker);
      go_on = co_await Write(stream, std::move(answer), manner);
    }
    go_on = go_on && co_await WaitForRequest(stream, buffer, kIdleTime);
  }
  co_await Farewell(stream);
}

asio::awaitable<void> RefuseConnection(beast::tcp_stream stream, Answer answer) {
  co_await Write(stream, std::move(answer), {});
  co_await Farewell(stream);
}

}  // namespace tdbg::server
