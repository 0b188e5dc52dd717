// What an op type means for the flow of values. The only place that knows op types by name.
#pragma once

#include <string_view>

#include "store/run.h"

namespace tdbg::query {

enum class OpRole {
  kCompute,      // makes a new value from its inputs
  kNeverBad,     // the same, but what it makes cannot be NaN or infinite: a comparison, an index
  kPassThrough,  // hands its input on: Identity, Enter, Exit, Merge, Switch, …
  kArgument,     // a value that comes from outside the graph: Placeholder, _Arg
  kDataset,      // reads the next element of a dataset
  kConstant,
  kReadVariable,  // yields what a variable holds
  kAssign,        // changes a variable
  kReceive,       // a value from another device's graph
  kSend,
  kResult,  // a value that leaves the graph: _Retval
  kLoop,    // While
  kBranch,  // If, Case
  kCall,    // a function call
};

OpRole RoleOf(std::string_view op_type);

// Whether such an op hands its input to the next round of a loop.
bool StartsNextRound(std::string_view op_type);

// By its type; for a type of no special role, what the recorder says of the op.
OpRole RoleOf(const store::Run& run, const store::Op& op);

}  // namespace tdbg::query
