// Which source files are a framework's own, and what some of their functions are for: by their
// paths, since the user's line is found among frames that are mostly the framework's.
#pragma once

#include <string_view>

namespace tdbg::frameworks {

bool IsFrameworkFile(std::string_view path);

// Whether all that functions of this file do is call others: wrappers that hide frames in
// tracebacks.
bool HandsCallsOn(std::string_view path);

// Whether functions of this file run the user's code in a translation of their own, of which they
// know only to which statement a line belongs.
bool TranslatesCode(std::string_view path);

// Whether the function trains, tests or asks a whole model, layer after layer: `Model.fit`.
bool RunsWholeModel(std::string_view path, std::string_view function);

// Whether the function traces a function of the user's and calls what came of it: frames inside it
// are those of the tracing, frames outside it those of the call.
bool CallsTracedFunction(std::string_view path, std::string_view function);

}  // namespace tdbg::frameworks
