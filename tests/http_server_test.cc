// The server with its threads: many clients at once, on a trace that grows meanwhile.
#include "server/http_server.h"

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/scratch_directory.h"
#include "format/trace_sketch.h"

namespace tdbg::server {
namespace {

// One connection, as simple as it can be.
class Client {
 public:
  explicit Client(const std::string& url) : token_(url.substr(url.find("token=") + 6)) {
    const size_t colon = url.find(':', std::string_view("http://").size());
    port_ = static_cast<uint16_t>(std::stoi(url.substr(colon + 1)));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port_);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socket_ = socket(AF_INET, SOCK_STREAM, 0);
    EXPECT_EQ(connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  }
  ~Client() { close(socket_); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  void Send(const std::string& first_line, const std::string& headers, const std::string& body) {
    const std::string text = first_line + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port_) +
                             "\r\nAuthorization: Bearer " + token_ + "\r\n" + headers +
                             "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
    EXPECT_EQ(write(socket_, text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }

  // Until `text` has come; false if the server hangs up before.
  bool Reads(std::string_view text) {
    while (got_.find(text) == got_.npos) {
      char buffer[4096];
      const ssize_t count = read(socket_, buffer, sizeof buffer);
      if (count <= 0) return false;
      got_.append(buffer, static_cast<size_t>(count));
    }
    got_.erase(0, got_.find(text) + text.size());
    return true;
  }

 private:
  std::string token_;
  std::string got_;
  uint16_t port_ = 0;
  int socket_ = -1;
};

class HttpServerTest : public testing::Test {
 protected:
  HttpServerTest() {
    Grow();
    auto target = session::Target::Open(directory_.path(), {});
    TDBG_CHECK(target.ok());
    target_ = *std::move(target);
    service_ = std::make_unique<rpc::Service>(*target_);
    auto server = HttpServer::Start({.host = "127.0.0.1", .port = 0}, *service_);
    TDBG_CHECK(server.ok());
    server_ = *std::move(server);
  }

  void Grow() {
    const uint32_t graph = sketch_.Graph("f");
    const uint32_t op = sketch_.Op(graph, "a", "Add");
    format::TensorEvent event;
    event.time_ns = ++time_ns_;
    event.op = op;
    event.shape = sketch_.Shape({2, 3});
    event.dtype = tensor::DType::kF32;
    event.detail = Detail::kCurtHealth;
    event.checked = format::Checked::kClean;
    sketch_.Event(event, nullptr);
  }

  ScratchDirectory directory_;
  format::TraceSketch sketch_{directory_.path()};
  int64_t time_ns_ = 0;
  std::unique_ptr<session::Target> target_;
  std::unique_ptr<rpc::Service> service_;
  std::unique_ptr<HttpServer> server_;
};

TEST_F(HttpServerTest, ManyAskWhileTheTraceGrows) {
  constexpr int kClients = 8;
  constexpr int kQuestions = 40;
  std::atomic<int> answered = 0;
  std::vector<std::thread> clients;
  for (int i = 0; i < kClients; ++i) {
    clients.emplace_back([&] {
      Client client(server_->url());
      for (int turn = 0; turn < kQuestions; ++turn) {
        client.Send("POST /rpc/overview", "Content-Type: application/json\r\n", "{}");
        answered += client.Reads("HTTP/1.1 200 OK") && client.Reads("\"generation\":");
      }
    });
  }
  for (int i = 0; i < 100; ++i) Grow();
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(answered, kClients * kQuestions);
}

TEST_F(HttpServerTest, WhoFollowsIsToldOfGrowth) {
  Client follower(server_->url());
  follower.Send("GET /changes",
                "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
                "");
  ASSERT_TRUE(follower.Reads("101 Switching Protocols"));
  ASSERT_TRUE(follower.Reads("\"generation\":1,"));
  Grow();
  EXPECT_TRUE(follower.Reads("\"generation\":2,"));
}

// Minutes of arithmetic, which no limit forbids.
void AskLong(Client& client, const std::string& name) {
  const auto command = [&](const std::string& line) {
    client.Send("POST /rpc/command", "Content-Type: application/json\r\n",
                R"({"run":0,"client":")" + name + R"(","line":")" + line + R"("})");
  };
  for (const char* setting : {"eval_work", "eval_memory"}) {
    command("config set " + std::string(setting) + " 1000000");
    ASSERT_TRUE(client.Reads("HTTP/1.1 200 OK") && client.Reads("from now on"));
  }
  std::string product = "ones((1000,1000))";
  for (int i = 0; i < 150; ++i) product += "@ones((1000,1000))";
  command("eval [sum(" + product + "), sum(" + product + ")]");
}

TEST_F(HttpServerTest, ALongQuestionHoldsUpNobody) {
  Client patient(server_->url());
  auto gone = std::make_unique<Client>(server_->url());
  ASSERT_NO_FATAL_FAILURE(AskLong(patient, "patient"));
  ASSERT_NO_FATAL_FAILURE(AskLong(*gone, "gone"));
  Client other(server_->url());
  for (int turn = 0; turn < 20; ++turn) {
    Grow();
    other.Send("POST /rpc/overview", "Content-Type: application/json\r\n", "{}");
    ASSERT_TRUE(other.Reads("HTTP/1.1 200 OK") && other.Reads("\"generation\":"));
    if (turn == 10) gone.reset();
  }
  server_.reset();
}

TEST_F(HttpServerTest, ItsEndCutsThoseWhoWait) {
  Client idle(server_->url());
  Client asking(server_->url());
  asking.Send("POST /rpc/overview", "Content-Type: application/json\r\n", "{}");
  server_.reset();
  EXPECT_FALSE(idle.Reads("anything"));
}

}  // namespace
}  // namespace tdbg::server
