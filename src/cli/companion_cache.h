// The companion: the part of the hook that is compiled for one version of TensorFlow, at first use,
// and kept for the next time.
#pragma once

#include <string>

#include "base/status.h"
#include "cli/tensorflow_package.h"

namespace tdbg::cli {

// The path of the companion for this TensorFlow: the one in the user's cache, or one that is
// compiled into it now, which takes some seconds and is said on standard error. `sources` is the
// folder of Installation. Several processes may do this at once. The error says why there is none;
// capture works without it, but knows no source lines.
Result<std::string> PrepareCompanion(const TensorFlowPackage& package, const std::string& sources);

}  // namespace tdbg::cli
