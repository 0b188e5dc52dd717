// Which ops, tensors and steps the user wants to see.
#pragma once

#include <cstdint>

#include "capture/definitions.h"
#include "capture/settings.h"
#include "tensor/dtype.h"

namespace tdbg::capture {

// Whether anything is left out at all.
bool HasFilter(const Settings& settings);

bool WantsOp(const Settings& settings, const Definitions::OpNames& op);

bool WantsStep(const Settings& settings, int64_t step);

// A bit for each number of a dtype; that of kInvalid is always set.
uint64_t WantedDTypes(const Settings& settings);

}  // namespace tdbg::capture
