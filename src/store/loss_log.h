// Everything dropped, torn or unreadable: named, counted, described, with file and byte offset.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tdbg::store {

// What a loss may have hidden.
enum class Hides : uint8_t {
  kNothing,  // what is left is poorer for it
  kBirths,   // bad values may have been born that nobody saw
};

struct Loss {
  std::string name;     // a fixed word: "torn_record"
  int64_t count = 0;    // of records, files or references, as `text` says
  std::string file;     // relative to the opened path; "" where no single file is to blame
  int64_t offset = -1;  // of the first one in `file`; -1 where there is none
  std::string text;     // one sentence for a person, always present
  Hides hides = Hides::kBirths;
};

// One entry for each (name, file). Importers of growing files replace entries as they learn more.
class LossLog {
 public:
  // Adds `count` to the entry; the rest is as the first had it.
  void Add(std::string_view name, std::string_view file, int64_t offset, std::string_view text,
           int64_t count = 1, Hides hides = Hides::kBirths);

  // Forgets the entry: the damage was the unfinished end of a file that has grown since.
  void Remove(std::string_view name, std::string_view file);

  // Forgets all entries of the file: it is going to be read again from its start.
  void RemoveFile(std::string_view file);

  // By file, then by name.
  std::vector<Loss> losses() const;

 private:
  std::map<std::pair<std::string, std::string>, Loss> losses_;  // by (file, name)
};

}  // namespace tdbg::store
