#include "session/feeds.h"

#include <algorithm>

#include "query/op_role.h"
#include "session/fed_tensor.h"
#include "session/recorded_names.h"

namespace tdbg::session {
std::vector<Feed> FeedsOf(RunView& view) {
  const store::Run& run = view.run();
  std::vector<Feed> feeds;
  for (const std::string& name : FeedNames(view)) feeds.push_back({name, {}});
  if (feeds.empty()) return feeds;
  for (const store::OpId id : run.graphs.op_ids()) {
    const store::Op& op = run.graphs.op(id);
    if (query::RoleOf(run.strings[op.type]) != query::OpRole::kArgument) continue;
    const auto fed = FedTensorOf(run.strings[op.name]);
    for (Feed& feed : feeds) {
      if (!fed || fed->Name() != feed.name) continue;
      const auto events = view.index().OfOp(id);
      feed.events.insert(feed.events.end(), events.begin(), events.end());
    }
  }
  for (Feed& feed : feeds) {
    std::sort(feed.events.begin(), feed.events.end(), [&](store::EventId a, store::EventId b) {
      return view.index().rank(a) < view.index().rank(b);
    });
  }
  return feeds;
}

Result<Feed> FindFeed(RunView& view, std::string_view name) {
  std::vector<Feed> feeds = FeedsOf(view);
  if (feeds.empty()) return NotFound("nothing was fed to this run, or the recording does not say");
  std::vector<std::string_view> names;
  for (Feed& feed : feeds) {
    if (feed.name == name || feed.name == std::string(name) + ":0") return std::move(feed);
    names.push_back(feed.name);
  }
  std::string known;
  for (const std::string_view each : names)
    known += (known.empty() ? "" : ", ") + std::string(each);
  return NotFound(std::string(name) + " was not fed; what was: " + known);
}

}  // namespace tdbg::session
