#include "frameworks/library_files.h"

#include "frameworks/tensorflow/library_files.h"

namespace tdbg::frameworks {

bool IsRuntimeLibrary(std::string_view name) { return tensorflow::IsRuntimeLibrary(name); }

}  // namespace tdbg::frameworks
