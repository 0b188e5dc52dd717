#include "capture/stack_text.h"

#include <algorithm>
#include <map>
#include <vector>

#include "base/printable.h"
#include "vocabulary/users_file.h"

namespace tdbg::capture {
namespace {

// The last `most` characters of a path.
std::string Shortened(std::string_view path, int64_t most) {
  const auto kept = static_cast<size_t>(most);
  return path.size() <= kept ? std::string(path)
                             : "..." + std::string(path.substr(path.size() - kept));
}

class SourceLines {
 public:
  explicit SourceLines(Definitions& definitions) : definitions_(definitions) {}

  // The line without the blanks around it; "" if it cannot be read.
  std::string Text(std::string_view path, uint32_t line) {
    const auto [at, fresh] = files_.try_emplace(path);
    if (fresh) at->second = definitions_.ReadSource(std::string(path)).value_or("");
    std::string_view rest = at->second;
    for (uint32_t before = 1; before < line && !rest.empty(); ++before) {
      rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
    }
    rest = rest.substr(0, rest.find('\n'));
    const size_t first = rest.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return "";
    return std::string(rest.substr(first, rest.find_last_not_of(" \t\r") - first + 1));
  }

 private:
  Definitions& definitions_;
  std::map<std::string_view, std::string> files_;
};

using Frames = std::vector<Definitions::NamedFrame>;

// For each frame: whether it is the user's.
std::vector<bool> UsersAmong(const Frames& frames) {
  std::vector<bool> users(frames.size());
  for (const auto is_users : {IsUsersFile, IsOutsideFrameworks}) {
    bool any = false;
    for (size_t i = 0; i < frames.size(); ++i) {
      users[i] = is_users(frames[i].file);
      any = any || users[i];
    }
    if (any) break;
  }
  return users;
}

}  // namespace

std::string StackText(Definitions& definitions, const Settings& settings, uint32_t stack,
                      std::string_view what_was_done) {
  const Frames frames = definitions.FramesOf(stack);
  const std::vector<bool> users = UsersAmong(frames);
  SourceLines lines(definitions);
  const auto place = [&](const Definitions::NamedFrame& frame) {
    return Shortened(frame.file, settings.raise_path) + ":" + std::to_string(frame.line) + " in " +
           std::string(frame.function);
  };
  const auto source = [&](const Definitions::NamedFrame& frame) {
    const std::string text = lines.Text(frame.file, frame.line);
    return text.empty() ? "" : "\n        " + text;
  };
  std::string text;
  for (size_t i = frames.size(); i-- > 0;) {
    if (!users[i]) continue;
    text += "\n  " + std::string(what_was_done) + " at " + place(frames[i]) + source(frames[i]);
    break;
  }
  const auto most = static_cast<uint64_t>(settings.raise_frames);
  const size_t shown = static_cast<size_t>(std::min(most, uint64_t{frames.size()}));
  if (shown == 0) return text;
  text += "\n  " + std::string(what_was_done) + " in these calls, outermost first:";
  if (const size_t above = frames.size() - shown; above > 0) {
    text += "\n    (" + Counted(static_cast<int64_t>(above), "frame") + " above)";
  }
  for (size_t i = frames.size() - shown; i < frames.size(); ++i) {
    text += (users[i] ? "\n  > " : "\n    ") + place(frames[i]);
    if (users[i]) text += source(frames[i]);
  }
  return text;
}

}  // namespace tdbg::capture
