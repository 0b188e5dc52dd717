// The companion: the part of the hook that is compiled for one version of TensorFlow, at first use,
// and kept for the next time.
#pragma once

#include <string>
#include <utility>

#include "base/status.h"
#include "cli/tensorflow_package.h"

namespace tdbg::cli {

// Move-only. Where it lies; a folder that was made for it alone goes with the object.
class Companion {
 public:
  Companion() = default;  // none: ""
  explicit Companion(std::string path, std::string own_folder = "")
      : path_(std::move(path)), own_folder_(std::move(own_folder)) {}
  Companion(Companion&& other) noexcept { *this = std::move(other); }
  Companion& operator=(Companion&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(own_folder_, other.own_folder_);
    return *this;
  }
  ~Companion();

  const std::string& path() const { return path_; }
  // The folder stays, and is the caller's to remove.
  void Keep() { own_folder_.clear(); }

 private:
  std::string path_;
  std::string own_folder_;
};

// The companion for this TensorFlow: the one in the user's cache, if it is whole, or one that is
// compiled into it now, which takes some seconds and is said on standard error. A cache that others
// may write to is not used: it is compiled into a folder of its own then, which is said as well.
// `sources` is the folder of Installation. Several processes may do this at once. The error says
// why there is none; capture works without it, but knows no source lines.
Result<Companion> PrepareCompanion(const TensorFlowPackage& package, const std::string& sources);

}  // namespace tdbg::cli
