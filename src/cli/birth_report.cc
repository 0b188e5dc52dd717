#include "cli/birth_report.h"

#include <cstdio>

#include <unistd.h>

#include "prompt/ansi.h"
#include "session/alert_facts.h"
#include "session/stack_facts.h"
#include "view/line_stream.h"

namespace tdbg::cli {

view::Document ReportOn(const FoundAlert& found) {
  const session::AlertFacts facts = session::Describe(*found.run, found.alert);
  view::Document page = view::Document::Of("bad value in " + std::string(facts.op_type));
  if (facts.line) page.Say(session::PlaceText(facts.line->file, facts.line->line));
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

}  // namespace tdbg::cli
