// Any request of a client: it is answered with JSON, or refused with JSON, and the service goes on.
//
// The first byte chooses the request; run from the project's own folder.
#include <string>

#include <nlohmann/json.hpp>

#include "fuzz/expectations.h"
#include "rpc/requests.h"
#include "rpc/service.h"

namespace tdbg::fuzz {
namespace {

rpc::Service& TheService() {
  static rpc::Service& service = []() -> rpc::Service& {
    auto target = session::Target::Open("tests/fixtures/mnist_nan/dump", {});
    TDBG_CHECK(target.ok());
    return *new rpc::Service(*target->release());
  }();
  return service;
}

void Ask(std::string_view text) {
  if (text.empty()) return;
  const auto which = static_cast<unsigned char>(text[0]) % rpc::Requests().size();
  // Expressions can ask for as much memory as they like; expression_fuzz has them with a limit.
  if (text.find('(') != std::string_view::npos) return;
  const rpc::Reply reply = TheService().Call(rpc::Requests()[which].name, text.substr(1));
  TDBG_CHECK(reply.status == 200 || reply.status == 400 || reply.status == 404);
  const auto json = nlohmann::json::parse(reply.body, nullptr, /*allow_exceptions=*/false);
  TDBG_CHECK(json.is_object());
  TDBG_CHECK((reply.status == 200) == !json.contains("error"));
}

}  // namespace
}  // namespace tdbg::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tdbg::fuzz::Ask(tdbg::fuzz::AsText(data, size));
  return 0;
}
