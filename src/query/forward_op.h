// From an op that differentiation made to the op that it differentiates.
#pragma once

#include <optional>
#include <string_view>

#include "query/source_line.h"
#include "store/run.h"

namespace tdbg::query {

// What made a gradient op necessary.
struct ForwardOp {
  std::string_view name;  // of the op, or of what several have in common: their scope or type
  store::OpId op;         // as the user wrote it; invalid where it is one of several
  std::optional<SourceLine> line;
  store::StackId stack;  // where it was made; invalid where it is one of several
};

// The framework's function that was making a gradient on that stack, "_LogGrad"; "" where none was,
// or one of the user's.
std::string_view GradientFunctionOf(const store::Run& run, store::StackId stack);

// Whether differentiation made the op, by its name.
bool IsOfGradient(const store::Run& run, store::OpId op);

// By the names that differentiation gives, by the Python stack, which tells whose gradient was
// being made, and by what the op reads in the graph as written. nullopt where these do not tell,
// for ops that differentiation did not make, and for those of a gradient that the user wrote.
std::optional<ForwardOp> ForwardOf(const store::Run& run, store::OpId op);

}  // namespace tdbg::query
