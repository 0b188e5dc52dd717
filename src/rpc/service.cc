#include "rpc/service.h"

namespace tdbg::rpc {

struct Service::State {
  std::unique_ptr<session::Session> session;
  uint64_t generation = 1;
};

Service::Service(std::unique_ptr<session::Session> session)
    : state_(std::make_unique<State>(State{std::move(session)})) {}

Service::~Service() = default;

Reply Service::Call(std::string_view method, std::string_view) {
  return ErrorReply(404, "no request is called '" + std::string(method) + "'");
}

Reply Service::Get(std::string_view path, const Parameters&) {
  return ErrorReply(404, "there is nothing at " + std::string(path));
}

bool Service::Refresh() { return false; }

std::string Service::Notice() const {
  return "{\"generation\":" + std::to_string(state_->generation) + "}";
}

}  // namespace tdbg::rpc
