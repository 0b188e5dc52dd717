#include "session/target/process_files.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/whole_number.h"

namespace tdbg::session {
namespace {

std::optional<std::string> ReadProcessFile(pid_t pid, const char* name) {
  const std::string path = "/proc/" + std::to_string(pid) + "/" + name;
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return std::nullopt;
  std::string text;
  ssize_t count;
  char part[1 << 14];
  while ((count = read(fd, part, sizeof part)) > 0) text.append(part, static_cast<size_t>(count));
  close(fd);
  if (count < 0) return std::nullopt;
  return text;
}

}  // namespace

std::vector<pid_t> ListProcesses() {
  std::vector<pid_t> pids;
  DIR* const directory = opendir("/proc");
  if (directory == nullptr) return pids;
  while (const dirent* entry = readdir(directory)) {
    const auto number = WholeNumber(entry->d_name);
    if (number) pids.push_back(static_cast<pid_t>(*number));
  }
  closedir(directory);
  std::sort(pids.begin(), pids.end());
  return pids;
}

std::optional<ProcessFacts> FactsOf(pid_t pid) {
  const auto text = ReadProcessFile(pid, "stat");
  if (!text) return std::nullopt;
  // "PID (NAME) STATE PARENT …": the name may hold anything, so its end is looked for from behind.
  const size_t open_bracket = text->find('('), close_bracket = text->rfind(')');
  if (open_bracket == text->npos || close_bracket == text->npos) return std::nullopt;
  std::vector<std::string_view> fields;  // from the third on
  std::string_view rest = std::string_view(*text).substr(close_bracket + 1);
  while (!rest.empty()) {
    const size_t begin = std::min(rest.find_first_not_of(" \n"), rest.size());
    rest.remove_prefix(begin);
    const size_t end = std::min(rest.find_first_of(" \n"), rest.size());
    if (end > 0) fields.push_back(rest.substr(0, end));
    rest.remove_prefix(end);
  }
  constexpr size_t kThird = 3;
  const auto number = [&](size_t field) -> uint64_t {
    const size_t at = field - kThird;
    return at < fields.size() ? std::strtoull(std::string(fields[at]).c_str(), nullptr, 10) : 0;
  };
  constexpr size_t kState = 3, kParent = 4, kStartTime = 22, kMappedBytes = 23, kArguments = 48;
  return ProcessFacts{.name = text->substr(open_bracket + 1, close_bracket - open_bracket - 1),
                      .parent = static_cast<pid_t>(number(kParent)),
                      .is_zombie = !fields.empty() && (fields[kState - kThird] == "Z" ||
                                                       fields[kState - kThird] == "X"),
                      .start_time = number(kStartTime),
                      .image = number(kArguments),
                      .mapped_bytes = number(kMappedBytes)};
}

std::optional<std::vector<std::string>> MappedFiles(pid_t pid) {
  const auto text = ReadProcessFile(pid, "maps");
  if (!text) return std::nullopt;
  std::vector<std::string> names;
  std::string_view rest = *text;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    // Numbers and flags hold no slash, so the first one begins the path.
    if (line.find('/') == line.npos) continue;
    const std::string_view name = line.substr(line.rfind('/') + 1);
    // A library is mapped in several pieces, one after the other.
    if (names.empty() || names.back() != name) names.emplace_back(name);
  }
  return names;
}

}  // namespace tdbg::session
