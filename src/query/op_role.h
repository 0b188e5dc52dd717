// The role of an op of a recorded graph, of which the recorder may know more than its type tells.
#pragma once

#include "frameworks/op_types.h"
#include "store/run.h"

namespace tdbg::query {

using frameworks::OpRole;
using frameworks::RoleOf;
using frameworks::StartsNextIteration;

// Whether what such an op yields was made by others.
inline bool HandsOn(OpRole role) {
  return role == OpRole::kPassThrough || role == OpRole::kPutAway || role == OpRole::kTakeOut;
}

// By its type; for a type of no special role, what the recorder says of the op.
inline OpRole RoleOf(const store::Run& run, const store::Op& op) {
  const OpRole role = RoleOf(run.strings[op.type]);
  return role != OpRole::kCompute ? role : op.recorded_role;
}

}  // namespace tdbg::query
