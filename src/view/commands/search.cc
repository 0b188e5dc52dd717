#include <deque>
#include <memory>

#include <re2/re2.h>

#include "view/command_table.h"
#include "view/line_stream.h"

namespace tdbg::view {
namespace {

constexpr size_t kBefore = 2;
constexpr size_t kAfter = 5;

// The line with every match marked.
Line Marked(const Line& line, const RE2& regex) {
  Line marked;
  for (const Segment& segment : line.segments) {
    std::string_view rest = segment.text;
    while (!rest.empty()) {
      re2::StringPiece match;
      const re2::StringPiece text(rest.data(), rest.size());
      if (!regex.Match(text, 0, rest.size(), RE2::UNANCHORED, &match, 1) || match.empty()) break;
      const size_t before = static_cast<size_t>(match.data() - rest.data());
      if (before > 0) marked.Add(std::string(rest.substr(0, before)), segment.style);
      marked.Add(std::string(match.data(), match.size()), Style::kHighlight);
      rest.remove_prefix(before + match.size());
    }
    if (!rest.empty()) marked.Add(std::string(rest), segment.style, segment.command);
  }
  return marked;
}

Result<Document> Search(Workspace& workspace, const Arguments& arguments) {
  Answers& answers = workspace.answers;
  if (answers.shown() == nullptr) {
    return NotFound("nothing was printed yet that could be searched");
  }
  const bool again = arguments.text().empty();
  if (!again) answers.search = arguments.text();
  if (answers.search.empty())
    return InvalidArgument("/ alone repeats a search, and there was none yet: type /REGEX");
  RE2::Options options;
  options.set_log_errors(false);
  const RE2 regex(answers.search, options);
  if (!regex.ok()) {
    const std::string text = std::exchange(answers.search, "");
    return InvalidArgument("'" + text + "' is no regular expression: " + regex.error());
  }
  const size_t from = again ? answers.found_line + 1 : 0;
  LineStream lines(*answers.shown());
  std::deque<Line> before;
  size_t number = 0;
  for (auto line = lines.Next(); line && !workspace.surface.stop; line = lines.Next(), ++number) {
    if (number < from || !RE2::PartialMatch(line->Text(), regex)) {
      before.push_back(*std::move(line));
      if (before.size() > kBefore) before.pop_front();
      continue;
    }
    answers.found_line = number;
    Document page = Document::Of("line " + std::to_string(number + 1));
    for (const Line& context : before) page.Say(context);
    page.Say(Marked(*line, regex));
    for (size_t i = 0; i < kAfter; ++i) {
      if (auto next = lines.Next()) page.Say(Marked(*next, regex));
    }
    return page;
  }
  return NotFound(again ? "no further match of " + answers.search
                        : "nothing matches " + answers.search);
}

}  // namespace

Command SearchCommand() {
  return {
      .name = "/",
      .aliases = {},
      .topic = Topic::kPrompt,
      .summary = "search the last answer for a regular expression; / alone finds the next match",
      .positional = {"a regular expression", Positional::Count::kRest},
      .examples = {"/inf", "/", "/(?i)softmax"},
      .makes_page = false,
      .run = Search,
  };
}

}  // namespace tdbg::view
