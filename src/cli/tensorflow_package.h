// The TensorFlow that a program will use, found without starting it.
#pragma once

#include <optional>
#include <string>

#include "base/status.h"

namespace tdbg::cli {

struct TensorFlowPackage {
  std::string directory;  // the package's folder, with include/ and the libraries in it
  std::string version;    // as TensorFlow itself says it, "2.21.0" or "2.21.0-rc1"; "" if unknown
};

// The one that `python` would import; nullopt if there is none. Nothing is imported.
Result<std::optional<TensorFlowPackage>> TensorFlowOfPython(const std::string& python);

// The one whose library a native executable is linked with; nullopt if it is linked with none.
std::optional<TensorFlowPackage> TensorFlowOfExecutable(const std::string& path);

// Whether this version is one that tdbg can look into; the error says which are.
Status CheckVersion(const TensorFlowPackage& package);

}  // namespace tdbg::cli
