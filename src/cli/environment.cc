#include "cli/environment.h"

#include <algorithm>

#include <unistd.h>

namespace tdbg::cli {
namespace {

bool IsOf(const std::string& entry, std::string_view name) {
  return entry.size() > name.size() && entry[name.size()] == '=' && entry.starts_with(name);
}

}  // namespace

Environment::Environment() {
  for (char** entry = environ; *entry != nullptr; ++entry) entries_.emplace_back(*entry);
}

std::string Environment::Get(std::string_view name) const {
  for (const std::string& entry : entries_) {
    if (IsOf(entry, name)) return entry.substr(name.size() + 1);
  }
  return "";
}

void Environment::Set(std::string_view name, std::string_view value) {
  std::erase_if(entries_, [&](const std::string& entry) { return IsOf(entry, name); });
  entries_.push_back(std::string(name) + "=" + std::string(value));
}

}  // namespace tdbg::cli
