// From a stack to the user's line, and from a gradient op to the op it differentiates.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "store/run.h"

namespace tdbg::query {

// Whether a file is the user's: not below site-packages, dist-packages, the standard library or
// tdbg, and not generated.
bool IsUsersFile(std::string_view path);

// For each frame of the stack, outermost first: whether it is the user's. Where none is, those
// outside tensorflow, keras and tdbg count; failing that, all.
std::vector<bool> UsersFrames(const store::Run& run, store::StackId stack);

struct SourceLine {
  std::string_view file;  // lives as long as the run
  store::SourceFileId file_id;
  int32_t line = 0;
  std::string_view function;
};

// The innermost frame that is the user's. Failing that, the innermost outside tensorflow, keras and
// tdbg.
std::optional<SourceLine> UserLine(const store::Run& run, store::StackId stack);

// Whether differentiation gave the op its name.
bool IsNamedAsGradient(const store::Run& run, store::OpId op);

// What made this gradient op necessary: a forward op, or the scope of several.
struct ForwardOp {
  std::string_view name;
  std::optional<SourceLine> line;
};

// nullopt for ops that differentiation did not make.
std::optional<ForwardOp> ForwardOf(const store::Run& run, store::OpId op);

}  // namespace tdbg::query
