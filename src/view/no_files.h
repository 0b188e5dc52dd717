// Files of nobody, for tests and fuzzers: a prompt that reads and writes none.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "view/files.h"

namespace tdbg::view {

class NoFiles : public Files {
 public:
  Result<std::string> Read(const std::string&) override { return Unreadable("no files here"); }
  std::vector<std::string> List(const std::string&) override { return {}; }
  Status Write(const std::string&, std::string_view, bool) override {
    return Unreadable("no files here");
  }
};

}  // namespace tdbg::view
