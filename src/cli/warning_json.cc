#include "cli/warning_json.h"

namespace tdbg::cli {

Json JsonWarning(const session::WarningFacts& facts) {
  const query::Warning& warning = facts.warning;
  return {{"run", facts.run},
          {"kind", query::WarningName(warning.kind)},
          {"certainty", warning.certainty == query::Certainty::kCounted ? "counted" : "likely"},
          {"tensor", facts.name},
          {"op", JsonText(facts.op)},
          {"op_type", JsonText(facts.op_type)},
          {"graph", JsonText(facts.graph)},
          {"file", facts.line ? JsonText(facts.line->file) : Json(nullptr)},
          {"line", facts.line ? Json(facts.line->line) : Json(nullptr)},
          {"forward", facts.forward ? Json(*facts.forward) : Json(nullptr)},
          {"since_step", warning.since_step},
          {"last_step", warning.last_step},
          {"steps", warning.steps},
          {"before", JsonNumber(warning.before)},
          {"now", JsonNumber(warning.now)},
          {"end_step", JsonMaybe(warning.end_step)},
          {"others", warning.others},
          {"text", facts.text},
          {"sure", facts.sure}};
}

}  // namespace tdbg::cli
