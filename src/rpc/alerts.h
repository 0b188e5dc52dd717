// Lists of the alerts of one run, remembered until it has grown: the page asks for them part by
// part.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "rpc/messages.h"
#include "session/alert_groups.h"
#include "session/session.h"

namespace tdbg::rpc {

class AlertLists {
 public:
  // To be called when the run has grown.
  void Grew();

  Result<Alerts> Answer(session::RunView& run, const AlertsRequest& request);

 private:
  const std::vector<session::AlertGroup>& Groups(session::RunView& run,
                                                 const AlertsRequest& request);
  AlertRow Row(session::RunView& run, const session::AlertGroup& group);

  std::map<std::string, std::vector<session::AlertGroup>> groups_;  // by what was asked
  std::map<store::EventId, store::EventId> origins_;                // of inherited ones
};

}  // namespace tdbg::rpc
