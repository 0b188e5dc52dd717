// The files of the person at the prompt: scripts to read, answers to write.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace tdbg::view {

// Surfaces whose users should touch no files give one that refuses.
class Files {
 public:
  virtual ~Files() = default;
  virtual Result<std::string> Read(const std::string& path) = 0;
  // Paths that begin with `prefix`, directories with a slash at the end; for completion.
  virtual std::vector<std::string> List(const std::string& prefix) = 0;
  virtual Status Write(const std::string& path, std::string_view bytes, bool append) = 0;
};

}  // namespace tdbg::view
