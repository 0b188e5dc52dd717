#include "rpc/facts.h"
#include "rpc/handlers.h"
#include "session/warning_facts.h"
#include "view/warning_page.h"

namespace tdbg::rpc {

Result<Warnings> AnswerWarnings(session::RunView& run, const RunRequest&) {
  Warnings answer;
  for (const session::WarningFacts& facts : session::WarningsOf(run)) {
    WarningRow& row = answer.rows.emplace_back();
    row.event = facts.warning.since.index();
    row.kind = view::WarningWords(facts.warning.kind);
    row.op_type = facts.written_type;
    row.name = facts.name;
    row.place = PlaceOf(facts.line);
    row.forward = facts.forward.value_or("");
    row.text = facts.text;
    row.sure = facts.sure;
    row.others = facts.warning.others;
  }
  answer.not_seen = session::Unseen(run);
  return answer;
}

}  // namespace tdbg::rpc
