// Births that are intended: nobody is held at them, and they fail no check.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "query/alerts.h"
#include "query/filter.h"
#include "session/session.h"

namespace tdbg::session {

// Said by filters, and in the source itself by a comment behind the line that made the op, or on a
// line of its own above: "# tdbg: allow", "# tdbg: allow nan", "# tdbg: allow inf, error". Of a
// gradient the line of the op that it differentiates counts as well.
class AllowedBirths {
 public:
  // The mistake is one line.
  Status Add(std::string_view filter);

  // A filter on each line; those that are empty or begin with # say nothing. The mistake names file
  // and line.
  Status AddFile(const std::string& path);

  const std::vector<query::Filter>& filters() const { return filters_; }

  bool Cover(RunView& run, const query::Alert& alert) const;

 private:
  std::vector<query::Filter> filters_;
};

// Whether a comment of this line of a source allows births of the kind: "nan", "inf" or "error".
bool CommentAllows(std::string_view line, std::string_view kind);

// The file `.tdbg/allow` of the project that `folder` belongs to: in it, or in the nearest folder
// above that has one. "" if none has.
std::string AllowFileOf(const std::string& folder);

}  // namespace tdbg::session
