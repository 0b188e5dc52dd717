// Loss scalers as JSON.
#pragma once

#include <vector>

#include "cli/json_text.h"
#include "session/loss_scaler_facts.h"

namespace tdbg::cli {

Json JsonLossScalers(const std::vector<session::LossScalerFacts>& scalers);

}  // namespace tdbg::cli
