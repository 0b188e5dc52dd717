// The report on a bad value or a failed op, on standard output.
#pragma once

#include "session/findings.h"
#include "session/loss_scaler_facts.h"
#include "view/document.h"

namespace tdbg::cli {

// The report, as wide as standard output.
view::Document ReportOn(const session::FoundAlert& found);

// One line for each op, not for each time it ran.
view::Document MaskedList(const std::vector<session::FoundAlert>& masked);

// One line for each loss scaler that skipped steps.
view::Document HandledList(const std::vector<session::LossScalerFacts>& scalers);

void PrintDocument(const view::Document& document);

// Prints the report, with an empty line between it and what the program printed before.
void PrintReport(const view::Document& document);

}  // namespace tdbg::cli
