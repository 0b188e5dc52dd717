#include "cli/birth_report.h"

#include <algorithm>
#include <cstdio>

#include <unistd.h>

#include "base/printable.h"
#include "prompt/ansi.h"
#include "prompt/terminal.h"
#include "session/birth_facts.h"
#include "session/stack_facts.h"
#include "view/birth_page.h"
#include "view/commands/source_lines.h"
#include "view/line_stream.h"

namespace tdbg::cli {

view::Document ReportOn(const session::FoundAlert& found) {
  const session::BirthFacts facts = session::ExplainAlert(*found.run, found.alert);
  return view::BirthPage(*found.run, facts, {.columns = prompt::SizeOf(STDOUT_FILENO).columns});
}

view::Document MaskedList(const std::vector<session::FoundAlert>& masked) {
  std::vector<std::pair<std::string, int64_t>> lines;  // and how often
  for (const session::FoundAlert& found : masked) {
    const session::AlertFacts facts = session::Describe(*found.run, found.alert);
    std::string line(facts.op_type);
    if (facts.told_line) {
      line += "  " + session::PlaceText(facts.told_line->file, facts.told_line->line);
    }
    const auto same = std::find_if(lines.begin(), lines.end(),
                                   [&](const auto& known) { return known.first == line; });
    if (same == lines.end()) {
      lines.emplace_back(std::move(line), 1);
    } else {
      ++same->second;
    }
  }
  view::Document page = view::Document::Of("masked: bad values that reached no result");
  for (const auto& [line, times] : lines) {
    page.Say("  " + std::string(view::VerdictMark(Verdict::kMasked)) + " " + line +
             (times > 1 ? ", " + Counted(times, "time") : ""));
  }
  return page;
}

view::Document HandledList(const std::vector<session::LossScalerFacts>& scalers) {
  view::Document page = view::Document::Of("handled: gradients that overflowed");
  for (const session::LossScalerFacts& facts : scalers) {
    page.Say("  " + std::string(view::VerdictMark(Verdict::kHandled)) + " " + facts.text);
  }
  return page;
}

void PrintDocument(const view::Document& document) {
  const bool colour = prompt::WantsColour(STDOUT_FILENO);
  view::LineStream lines(document);
  while (const auto line = lines.Next()) {
    std::printf("%s\n", prompt::Rendered(*line, colour).c_str());
  }
  std::fflush(stdout);
}

void PrintReport(const view::Document& document) {
  std::printf("\n");
  PrintDocument(document);
}

}  // namespace tdbg::cli
