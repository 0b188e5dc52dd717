// The environment of a program that is about to be started.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tdbg::cli {

class Environment {
 public:
  Environment();  // as that of this process

  std::string Get(std::string_view name) const;  // "" where it is not set
  void Set(std::string_view name, std::string_view value);

  const std::vector<std::string>& entries() const { return entries_; }  // NAME=VALUE

 private:
  std::vector<std::string> entries_;  // NAME=VALUE
};

}  // namespace tdbg::cli
