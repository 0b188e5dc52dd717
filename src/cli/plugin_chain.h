// Where the user already has TensorFlow load a plugin of theirs, our hook stands beside it.
#pragma once

#include <string>

#include "base/status.h"

namespace tdbg::cli {

// A folder of links to our libraries and to theirs: TensorFlow loads all that it finds in a folder.
// It goes with the object. Move-only.
class PluginChain {
 public:
  // `theirs` is a library or a folder of them.
  static Result<PluginChain> Make(const std::string& hook, const std::string& theirs);

  PluginChain() = default;  // nothing is chained
  PluginChain(PluginChain&& other) noexcept { *this = std::move(other); }
  PluginChain& operator=(PluginChain&& other) noexcept {
    folder_.swap(other.folder_);
    return *this;
  }
  ~PluginChain();

  const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
};

}  // namespace tdbg::cli
