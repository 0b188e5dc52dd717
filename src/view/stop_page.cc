#include "view/stop_page.h"

#include "base/printable.h"
#include "session/alert_facts.h"
#include "session/birth_facts.h"
#include "session/op_lookup.h"
#include "session/stack_facts.h"
#include "session/target/stop_place.h"
#include "view/birth_page.h"
#include "view/birth_rows.h"
#include "view/commands/alert_cells.h"
#include "view/commands/stack_table.h"

namespace tdbg::view {
namespace {

// A line for each birth that was seen together with the one above.
void SayBeside(session::RunView& run, const session::Stop& stop, Document& page) {
  if (stop.beside.empty()) return;
  constexpr size_t kMost = 8;
  page.Say(Line("  also born in this call:", Style::kHeading));
  for (size_t i = 0; i < stop.beside.size() && i < kMost; ++i) {
    const session::AlertFacts facts = session::Describe(run, stop.beside[i]);
    const Cell mark = VerdictCell(stop.beside[i].verdict), kind = KindCell(facts.kind);
    Line line("    ");
    line.Add(mark.text, mark.style).Add(" ").Add(kind.text, kind.style).Add(" in ");
    line.Add(Printable(facts.op.empty() ? facts.op_type : facts.op), Style::kName);
    if (facts.told_line) line.Add(", " + LineText(*facts.told_line));
    if (facts.forward) line.Add(", gradient of " + Printable(facts.forward->name), Style::kFaint);
    page.Say(std::move(line));
  }
  if (stop.beside.size() > kMost) {
    page.Say(Line("    and " + Counted(static_cast<int64_t>(stop.beside.size() - kMost), "other") +
                      "; `la -v origin` lists all",
                  Style::kFaint));
  }
}

Document AskedPage(session::RunView& run, const session::Stop& stop) {
  std::string title = "held at " + (stop.op_type.empty() ? "an op" : stop.op_type);
  if (!stop.op_name.empty() && stop.op_name != stop.op_type) title += " (" + stop.op_name + ")";
  if (!stop.place.empty()) title += ", " + stop.place;
  if (!stop.function.empty()) title += " in " + stop.function + "()";
  if (stop.step) title += ", step " + std::to_string(*stop.step);
  Document page = Document::Of(Printable(title));
  if (const auto subject = session::SubjectOf(run.run(), stop)) {
    const auto frames = session::StackFacts(run.run(), subject->StackIn(run.run()));
    if (!frames.empty()) page.Show(StackTable(frames, {.current = 0}));
  }
  page.Say(stop.event.valid() ? "the op has run: `pt` shows what it made, `c` continues"
                              : "the op has run, and of what it made nothing is recorded; `c` "
                                "continues");
  return page;
}

}  // namespace

Document StopPage(session::RunView& run, const session::Stop& stop, size_t columns) {
  if (!stop.alert) return AskedPage(run, stop);
  Document page = BirthPage(run, session::ExplainAlert(run, *stop.alert), {columns, true});
  SayBeside(run, stop, page);
  return page;
}

}  // namespace tdbg::view
