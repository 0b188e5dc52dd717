#include "view/commands/alert_cells.h"

#include "session/stack_facts.h"
#include "view/commands/source_lines.h"

namespace tdbg::view {

using session::BadKind;

Cell VerdictCell(Verdict verdict) {
  return {VerdictMark(verdict), VerdictStyle(verdict), {}, std::string(VerdictName(verdict))};
}

Cell KindCell(const std::optional<BadKind>& kind) {
  if (!kind) return {"bad", Style::kNan, {}, {}};
  switch (*kind) {
    case BadKind::kNan:
      return {"NaN", Style::kNan, {}, std::string("nan")};
    case BadKind::kPosInf:
      return {"+∞", Style::kPosInf, {}, std::string("pos_inf")};
    case BadKind::kNegInf:
      return {"−∞", Style::kNegInf, {}, std::string("neg_inf")};
    case BadKind::kError:
      return {"error", Style::kNan, {}, std::string("error")};
  }
  return {};
}

Cell PlaceCell(const std::optional<query::SourceLine>& line) {
  if (!line) return UnknownCell();
  Cell cell = TextCell(session::PlaceText(line->file, line->line), Style::kName,
                       "list " + std::string(line->file) + ":" + std::to_string(line->line));
  cell.datum = int64_t{line->line};
  return cell;
}

Cell FileCell(const std::optional<query::SourceLine>& line) {
  return line ? Cell{"", Style::kPlain, {}, std::string(line->file)} : Cell();
}

}  // namespace tdbg::view
