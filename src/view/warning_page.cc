#include "view/warning_page.h"

#include <algorithm>

#include "base/printable.h"
#include "session/stack_facts.h"

namespace tdbg::view {

std::string WarningWords(query::WarningKind kind) {
  std::string words = query::WarningName(kind);
  std::ranges::replace(words, '_', ' ');
  return words;
}

void SayWarnings(const std::vector<session::WarningFacts>& warnings, Document& page) {
  for (const session::WarningFacts& facts : warnings) {
    const query::Warning& warning = facts.warning;
    Line line(std::string(kWarningMark) + " ", Style::kWarning);
    line.Add(WarningWords(warning.kind), Style::kStrong);
    line.Add(" in " +
             std::string(facts.written_type.empty() ? "an unrecorded op" : facts.written_type));
    line.Add("  ").Add(facts.name, Style::kName, "pt " + facts.name);
    if (facts.line) {
      const std::string place = session::PlaceText(facts.line->file, facts.line->line);
      line.Add("  ").Add(
          place, Style::kName,
          "list " + std::string(facts.line->file) + ":" + std::to_string(facts.line->line));
    }
    if (facts.forward) line.Add(", gradient of " + *facts.forward);
    page.Say(std::move(line));
    page.Say("    " + facts.text);
    std::string sure = "    " + facts.sure;
    if (warning.others > 0) {
      sure += "; the same in " + Counted(warning.others, "more tensor") + " of that place";
    }
    page.Say(std::move(sure), Style::kFaint);
  }
}

Document WarningPage(session::RunView& run) {
  const std::vector<session::WarningFacts> warnings = session::WarningsOf(run);
  const auto count = static_cast<int64_t>(warnings.size());
  Document page = Document::Of(count == 0 ? "no warning" : Counted(count, "warning"));
  SayWarnings(warnings, page);
  for (const std::string& unseen : session::Unseen(run)) {
    page.Say("not seen: " + unseen, Style::kFaint);
  }
  return page;
}

}  // namespace tdbg::view
