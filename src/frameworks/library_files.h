// Which shared libraries are a framework's runtime, by the names of their files: a process that has
// one of them mapped can run ops.
#pragma once

#include <string_view>

namespace tdbg::frameworks {

// `name` without its folder.
bool IsRuntimeLibrary(std::string_view name);

}  // namespace tdbg::frameworks
