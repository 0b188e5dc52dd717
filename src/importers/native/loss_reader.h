// What recorders said of themselves outside of segments: the loss page of each run, and the ledger
// of each recording.
#pragma once

#include <string>
#include <string_view>

#include "base/status.h"
#include "store/loss_log.h"
#include "store/run.h"

namespace tdbg::importers::native {

// The file on which a run says what it lost, by its name without folder.
bool IsLossPageName(std::string_view name);

// The file on which the processes of one recording say that some of them could not record.
std::string LedgerFile(std::string_view job);
bool IsLedgerFile(std::string_view name);

// Puts into `losses` what the page in this folder says, in place of what it said before, and the
// job into a run that lacks it. A page that should be there (`expected`) and is not, or that is
// damaged, is a loss itself.
void ReadLosses(const std::string& directory, const std::string& shown_prefix, bool expected,
                store::Run& run, store::LossLog& losses);

// The same of the ledger.
void ReadLedger(const std::string& path, const std::string& shown, store::LossLog& losses);

// "2 processes could not record: …" of a trace directory in which nothing was recorded; "" if it
// says nothing of that.
std::string WhyNothingRecorded(const std::string& directory);

}  // namespace tdbg::importers::native
