#include "query/source_line.h"

#include <algorithm>

namespace tdbg::query {
namespace {

bool Contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool IsOurs(std::string_view path) { return Contains(path, "/python/tdbg/"); }

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

bool IsOutsideFrameworks(std::string_view path) {
  return !Contains(path, "/tensorflow/") && !Contains(path, "/keras/") && !IsOurs(path) &&
         !IsGenerated(path);
}

template <typename Accept>
std::optional<SourceLine> InnermostFrame(const store::Run& run, store::StackId stack,
                                         Accept accept) {
  const auto frames = run.stacks.frames(stack);
  for (auto it = frames.rbegin(); it != frames.rend(); ++it) {
    const store::Frame& frame = run.stacks.frame(*it);
    if (!frame.recorded || !frame.file.valid()) continue;
    const std::string_view path = run.strings[run.sources[frame.file].path];
    if (path.empty() || !accept(path)) continue;
    return SourceLine{path, frame.file, frame.line, run.strings[frame.function]};
  }
  return std::nullopt;
}

}  // namespace

bool IsUsersFile(std::string_view path) {
  return !Contains(path, "/site-packages/") && !Contains(path, "/dist-packages/") &&
         !IsStandardLibrary(path) && !IsOurs(path) && !IsGenerated(path);
}

std::vector<bool> UsersFrames(const store::Run& run, store::StackId stack) {
  const auto frames = run.stacks.frames(stack);
  std::vector<bool> users(frames.size());
  for (const auto accept : {IsUsersFile, IsOutsideFrameworks}) {
    bool any = false;
    for (size_t i = 0; i < frames.size(); ++i) {
      const store::Frame& frame = run.stacks.frame(frames[i]);
      const std::string_view path =
          frame.file.valid() ? run.strings[run.sources[frame.file].path] : std::string_view();
      users[i] = !path.empty() && accept(path);
      any = any || users[i];
    }
    if (any) return users;
  }
  return std::vector<bool>(frames.size(), true);
}

std::optional<SourceLine> UserLine(const store::Run& run, store::StackId stack) {
  if (auto line = InnermostFrame(run, stack, IsUsersFile)) return line;
  return InnermostFrame(run, stack, IsOutsideFrameworks);
}

}  // namespace tdbg::query
