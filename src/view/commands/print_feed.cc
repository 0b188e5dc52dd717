#include "base/printable.h"
#include "session/feeds.h"
#include "view/command_table.h"
#include "view/commands/dump_choice.h"
#include "view/commands/tensor_page.h"
#include "view/commands/tensor_table.h"

namespace tdbg::view {
namespace {

Result<Document> ListFeeds(Position& position) {
  std::vector<std::vector<Cell>> rows;
  for (const session::Feed& feed : session::FeedsOf(position.run())) {
    rows.push_back({TextCell(feed.name, Style::kName, "pf " + feed.name),
                    NumberCell(static_cast<int64_t>(feed.events.size()))});
  }
  if (rows.empty()) {
    return NotFound("nothing was fed to this run, or the recording does not say");
  }
  Document page = Document::Of(Counted(static_cast<int64_t>(rows.size()), "feed"));
  page.Show(FixedTable("feeds", {{"name", "feed"}, {"events", "recorded", Column::Side::kRight}},
                       std::move(rows)));
  return page;
}

Result<Document> PrintFeed(Workspace& workspace, const Arguments& arguments) {
  if (arguments.text().empty()) return ListFeeds(workspace.position);
  TDBG_ASSIGN_OR_RETURN(const ValueOptions options, ValueOptions::From(arguments));
  TDBG_ASSIGN_OR_RETURN(const auto number, arguments.Number("--number"));
  const std::string& text = arguments.text();
  const size_t bracket = std::min(text.find('['), text.size());
  TDBG_ASSIGN_OR_RETURN(session::Feed feed,
                        session::FindFeed(workspace.position.run(), text.substr(0, bracket)));
  if (feed.events.empty()) return NotFound("the value fed to " + feed.name + " was not recorded");
  session::FoundTensor found{feed.name, std::move(feed.events), 0, text.substr(bracket)};
  if (number) {
    TDBG_ASSIGN_OR_RETURN(found.chosen, DumpNumber(found, *number));
  } else if (found.events.size() > 1) {
    return AllDumps(workspace.position, found, "pf");
  }
  TDBG_ASSIGN_OR_RETURN(Document page, TensorPage(workspace, found, options));
  page.title = feed.name + found.slice + " (feed): " + page.title;
  return page;
}

}  // namespace

Command PrintFeedCommand() {
  return {
      .name = "print_feed",
      .aliases = {"pf"},
      .topic = Topic::kTensors,
      .summary = "print what a Session.run was fed; without a name, list the feeds",
      .positional = {"a feed", Positional::Count::kOptional, Kind::kFeed},
      .flags = {{"-n", "--number", "K", "the K-th time it was fed, from 0; -1 is the last"},
                kRangesFlag,
                kAllFlag,
                kSummaryFlag,
                kWriteFlag},
      .examples = {"pf", "pf input/x-input:0[0:2]", "pf x -n 1 -s"},
      .run = PrintFeed,
  };
}

}  // namespace tdbg::view
