// All that a client can ask of one opened trace. Knows no sockets; for one thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "rpc/reply.h"
#include "session/session.h"

namespace tdbg::rpc {

class Service {
 public:
  explicit Service(std::unique_ptr<session::Session> session);
  ~Service();

  // A typed request of messages.schema: the message as JSON in, the answer as JSON out.
  Reply Call(std::string_view method, std::string_view request);

  // What has a URL of its own: files to save, and the routes of TensorBoard's plugin. `path` is
  // decoded and begins with '/'.
  Reply Get(std::string_view path, const Parameters& parameters);

  // Reads what was appended to the trace. True if clients should ask again: there is more, or a
  // program that was recorded has ended.
  bool Refresh();

  // What clients are told then: a generation number and the state of the recording, no data.
  std::string Notice() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tdbg::rpc
