// The HTTP routes of TensorBoard's debugger-v2 plugin, answered from tdbg's own store, so that
// scripts and pages that were written for TensorBoard can be pointed at tdbg. What differs is told
// in docs/tensorboard_routes.md.
#pragma once

#include <map>
#include <memory>
#include <string_view>

#include "rpc/reply.h"
#include "session/session.h"

namespace tdbg::rpc::tensorboard {

class NumberedRun;

// For one session and one thread at a time.
class Plugin {
 public:
  Plugin();
  ~Plugin();

  // `route` is what follows "/data/plugin/debugger-v2", such as "/execution/digests".
  Reply Answer(session::Session& session, std::string_view route, const Parameters& parameters);

  // To be called when the trace has grown: what was counted is counted again.
  void Forget();

 private:
  NumberedRun* FindRun(session::Session& session, std::string_view name);

  std::map<size_t, std::unique_ptr<NumberedRun>> runs_;  // by place in the session
};

// For "/data/plugins_listing": this plugin alone, and ready.
Reply PluginsListing();

}  // namespace tdbg::rpc::tensorboard
