// What the processes of one start have recorded so far.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "query/filter.h"
#include "session/session.h"

namespace tdbg::cli {

struct FoundAlert {
  session::RunView* run = nullptr;
  query::Alert alert;
};

struct Findings {
  // Unmasked origins, the first in time first; in its execution those that the user wrote come
  // before gradients.
  std::vector<FoundAlert> births;
  std::vector<FoundAlert> allowed;  // births that the user said are intended
  std::vector<FoundAlert> masked;
};

class RecordedJob {
 public:
  // `job` tells its runs from others in the same directory. Reads nothing yet.
  RecordedJob(std::string path, std::string job) : path_(std::move(path)), job_(std::move(job)) {}

  // Reads what is new. `processes` is how many have begun to record: new ones bring new folders.
  Status Refresh(size_t processes);

  // Null while nothing was recorded, then always the same one. Its runs may be those of other
  // starts, too.
  session::Session* session() { return session_.get(); }

  // The runs of this start; good until the next Refresh.
  std::vector<session::RunView*> runs();

  // What was found in the runs of this start.
  Findings Find(const std::optional<query::Filter>& allowed);

 private:
  std::string path_;
  std::string job_;
  size_t processes_ = 0;
  std::unique_ptr<session::Session> session_;
};

}  // namespace tdbg::cli
