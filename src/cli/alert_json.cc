#include "cli/alert_json.h"

namespace tdbg::cli {
namespace {

using session::AlertFacts;
using session::BadKind;

const char* JsonKind(BadKind kind) {
  switch (kind) {
    case BadKind::kNan:
      return "nan";
    case BadKind::kPosInf:
      return "pos_inf";
    case BadKind::kNegInf:
      return "neg_inf";
    case BadKind::kError:
      return "error";
  }
  return "";
}

void PutLine(Json& object, const std::optional<query::SourceLine>& line) {
  object["file"] = line ? JsonText(line->file) : Json(nullptr);
  object["line"] = line ? Json(line->line) : Json(nullptr);
}

}  // namespace

Json JsonAlert(const AlertFacts& facts, const std::optional<query::Pattern>& pattern) {
  const bool origin = facts.alert.verdict == Verdict::kOrigin;
  Json object = {{"run", facts.run},
                 {"verdict", VerdictName(facts.alert.verdict)},
                 {"source", origin ? Json(SourceName(facts.alert.source)) : Json(nullptr)},
                 {"kind", facts.kind ? Json(JsonKind(*facts.kind)) : Json(nullptr)},
                 {"op", JsonText(facts.op)},
                 {"op_type", JsonText(facts.op_type)},
                 {"ran_as", JsonText(facts.ran_as)},
                 {"member", facts.member ? JsonText(facts.member->name) : Json(nullptr)},
                 {"slot", JsonMaybe(facts.slot)},
                 {"graph", JsonText(facts.graph)},
                 {"graph_id", JsonText(facts.graph_id)},
                 {"execution", JsonMaybe(facts.execution)},
                 {"step", JsonMaybe(facts.step)},
                 {"time", JsonTime(facts.time_ns)},
                 {"device", JsonText(facts.device)},
                 {"elements", JsonMaybe(facts.digest.elements)},
                 {"nan", JsonMaybe(facts.digest.nan)},
                 {"pos_inf", JsonMaybe(facts.digest.pos_inf)},
                 {"neg_inf", JsonMaybe(facts.digest.neg_inf)},
                 {"element", facts.element ? Json(*facts.element) : Json(nullptr)}};
  PutLine(object, facts.line);
  object["layer"] = nullptr;
  if (facts.layer) {
    object["layer"] = {{"path", JsonText(facts.layer->path)},
                       {"type", JsonText(facts.layer->type)}};
    PutLine(object["layer"], facts.layer->made);
  }
  object["pattern"] = pattern ? Json(query::PatternName(*pattern)) : Json(nullptr);
  object["message"] = JsonText(facts.message);
  object["forward"] = nullptr;
  if (facts.forward) {
    object["forward"] = {{"op", facts.forward->name}};
    PutLine(object["forward"], facts.forward->line);
  }
  object["gradient"] = nullptr;
  if (facts.gradient) {
    object["gradient"] = {{"op", facts.gradient->op}, {"op_type", facts.gradient->op_type}};
    PutLine(object["gradient"], facts.gradient->line);
  }
  return object;
}

}  // namespace tdbg::cli
