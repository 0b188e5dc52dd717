// Listing a directory, with one-line errors and a fixed order.
#pragma once

#include <string>
#include <vector>

#include "base/status.h"

namespace tdbg {

struct DirectoryEntry {
  std::string name;
  bool is_directory = false;  // a link counts as what it points to
  bool is_link = false;
};

// Sorted by name, without "." and "..".
Result<std::vector<DirectoryEntry>> ListDirectory(const std::string& path);

}  // namespace tdbg
