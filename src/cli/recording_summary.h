// What is said at the end of a recording.
#pragma once

#include <string>
#include <vector>

#include "cli/launch.h"
#include "session/findings.h"
#include "session/loss_scaler_facts.h"
#include "session/target/blind_spots.h"
#include "session/warning_facts.h"

namespace tdbg::cli {

// Reads what was recorded last; says so where it cannot be read.
void RefreshAtEnd(session::Target& target);

// "could not look: …", and how many more such things there are; "" if everything was looked at.
std::string BlindSpotsText(const std::vector<session::BlindSpot>& spots);

// Those of this start; empty where nothing was recorded.
std::vector<session::RunView*> RunsOf(const session::Target::Reading& reading,
                                      const session::Target& target);

struct Found {
  session::Findings findings;
  std::vector<session::LossScalerFacts> loss_scalers;
  std::vector<session::WarningFacts> warnings;
  std::vector<session::BlindSpot> blind_spots;  // what nobody could look at
};

// All of that, of a program that has ended.
Found FindAtEnd(session::Target& target, const session::Target::Reading& reading,
                const std::vector<session::RunView*>& runs);

// "2 births, the first in Log, mnist.py:37, 3 masked, 1 warning; 120 tensors kept", and how to look
// at them where the trace is still there. Where something could not be looked at, that comes before
// everything else. `found` is of `runs`.
std::string SummaryText(const std::vector<session::RunView*>& runs, const Found& found,
                        const Launch& launch, bool removed);

// Prints what loss scalers dealt with, if there is anything.
void SayHandled(const std::vector<session::LossScalerFacts>& scalers);

// Prints the warnings, if there are any, with an empty line between them and what was printed
// before.
void SayWarnings(const std::vector<session::WarningFacts>& warnings);

}  // namespace tdbg::cli
