// All that a client can ask of one target. Knows no sockets.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "rpc/asker.h"
#include "rpc/reply.h"
#include "session/target/target.h"

namespace tdbg::rpc {

// For one thread at a time, but for Notice. Where another face reads the recording, it waits.
class Service {
 public:
  // Of a target that has recorded something, and outlives the service.
  explicit Service(session::Target& target);
  ~Service();

  // A typed request of messages.schema: the message as JSON in, the answer as JSON out.
  Reply Call(std::string_view method, std::string_view request);

  // What has a URL of its own: files to save, and the routes of TensorBoard's plugin. `path` is
  // decoded and begins with '/'.
  Reply Get(std::string_view path, const Parameters& parameters);

  // Who waits for the answer at hand: whoever runs the service says so when he has gone, and may
  // ask something else in a pause, but not refresh.
  Asker& asker();

  // Reads what was appended to the trace. True if clients should ask again: there is more, or a
  // program that was recorded has ended.
  bool Refresh();

  // What clients are told when something has changed: a generation number, the state of the
  // recording and that of the program; no data. From any thread, and never waits.
  std::string Notice() const;

  // From now on `listener` is called, on some thread, when the program has started, stopped, gone
  // on or ended. It may ask for the notice, and must not wait. None for a null one.
  void Follow(std::function<void()> listener);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tdbg::rpc
