// The files of the person at the prompt.
#pragma once

#include <string>
#include <vector>

#include "view/workspace.h"

namespace tdbg::cli {

class UserFiles : public view::Files {
 public:
  Result<std::string> Read(const std::string& path) override;
  std::vector<std::string> List(const std::string& prefix) override;
  Status Write(const std::string& path, std::string_view bytes, bool append) override;
};

// Where settings are kept: $XDG_CONFIG_HOME/tdbg/config.json, else below ~/.config; "" without a
// home.
std::string SettingsPath();

}  // namespace tdbg::cli
