#include "cli/loss_scaler_json.h"

namespace tdbg::cli {

Json JsonLossScalers(const std::vector<session::LossScalerFacts>& scalers) {
  Json list = Json::array();
  for (const session::LossScalerFacts& facts : scalers) {
    Json skipped = Json::array();
    for (const session::SkippedStepFacts& one : facts.skipped) {
      skipped.push_back({{"step", JsonMaybe(one.step)},
                         {"execution", JsonMaybe(one.execution)},
                         {"before", JsonMaybe(one.before)},
                         {"after", JsonMaybe(one.after)}});
    }
    list.push_back({{"file", facts.line ? JsonText(facts.line->file) : Json(nullptr)},
                    {"line", facts.line ? Json(facts.line->line) : Json(nullptr)},
                    {"skipped", std::move(skipped)},
                    {"longest_row", facts.longest_row},
                    {"text", facts.text}});
  }
  return list;
}

}  // namespace tdbg::cli
