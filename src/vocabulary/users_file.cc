#include "vocabulary/users_file.h"

#include "frameworks/library_code.h"

namespace tdbg {
namespace {

bool Contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// What the recorder itself puts into the program is called "<tdbg …>".
bool IsOurs(std::string_view path) {
  return Contains(path, "/python/tdbg/") || path.starts_with("<tdbg");
}

bool IsGenerated(std::string_view path) {
  return Contains(path, "__autograph_generated_file") || path.starts_with("<frozen");
}

// ".../lib/python3.11/json/decoder.py"; site-packages lies below the same folder.
bool IsStandardLibrary(std::string_view path) {
  constexpr std::string_view kFolder = "/lib/python";
  const size_t at = path.find(kFolder);
  return at != std::string_view::npos && at + kFolder.size() < path.size() &&
         path[at + kFolder.size()] >= '0' && path[at + kFolder.size()] <= '9';
}

}  // namespace

bool IsUsersFile(std::string_view path) {
  return !Contains(path, "/site-packages/") && !Contains(path, "/dist-packages/") &&
         !IsStandardLibrary(path) && !IsOurs(path) && !IsGenerated(path);
}

bool IsOutsideFrameworks(std::string_view path) {
  return !frameworks::IsFrameworkFile(path) && !IsOurs(path) && !IsGenerated(path);
}

}  // namespace tdbg
