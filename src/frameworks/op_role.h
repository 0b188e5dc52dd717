// What an op means for the flow of values, whatever its framework calls it.
#pragma once

#include <cstdint>

namespace tdbg::frameworks {

enum class OpRole : uint8_t {
  kCompute,      // makes a new value from its inputs
  kNeverBad,     // the same, but what it makes cannot be NaN or infinite: a comparison, an index
  kPassThrough,  // hands its input on: Identity, Enter, Exit, Merge, Switch, …
  kArgument,     // a value that comes from outside the graph: Placeholder, _Arg
  kDataset,      // brings in data from outside the computation
  kConstant,
  kReadVariable,  // yields what a variable holds
  kAssign,        // changes a variable
  kReceive,       // a value from another device's graph
  kSend,
  kResult,   // a value that leaves the graph: _Retval
  kPutAway,  // puts values into a collection, which it hands on: TensorListSetItem
  kTakeOut,  // yields what a collection holds: TensorListStack
  kLoop,     // While
  kBranch,   // If, Case
  kCall,     // a function call
};

}  // namespace tdbg::frameworks
