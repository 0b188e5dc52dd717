// What a user can set and finds again the next time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status.h"

namespace tdbg::view {

class Settings {
 public:
  struct Entry {
    std::string_view key;
    std::string_view meaning;
    bool is_switch;
    int64_t value;
    int64_t least;
    int64_t most;
  };

  Settings();

  const std::vector<Entry>& entries() const { return entries_; }
  int64_t Get(std::string_view key) const;  // `key` is one of entries()
  static std::string ValueText(const Entry& entry);

  // A switch takes on/off, true/false, yes/no, 1/0 and their first letters.
  Status Set(std::string_view key, std::string_view value);

  // JSON of all values. What cannot be read or is unknown in `json` is left out: an old or damaged
  // file must not keep anybody from the prompt.
  std::string Save() const;
  void Load(std::string_view json);

  // The file that they are kept in; "" for nowhere. Whoever changes them writes it.
  const std::string& path() const { return path_; }
  void KeepIn(std::string path) { path_ = std::move(path); }

 private:
  Entry* Find(std::string_view key);

  std::vector<Entry> entries_;
  std::string path_;
};

}  // namespace tdbg::view
