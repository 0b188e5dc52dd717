#include "session/stack_facts.h"

#include <algorithm>
#include <unordered_map>

#include "query/source_line.h"

namespace tdbg::session {
namespace {

using Lines = std::vector<std::string>;

std::string LineOf(const Lines& lines, int32_t line) {
  if (line < 1 || static_cast<size_t>(line) > lines.size()) return "";
  const std::string& text = lines[static_cast<size_t>(line) - 1];
  const size_t first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r") + 1 - first);
}

}  // namespace

std::vector<FrameFacts> StackFacts(const store::Run& run, store::StackId stack) {
  return StackFacts(run, run.stacks.frames(stack));
}

std::vector<FrameFacts> StackFacts(const store::Run& run, std::span<const store::FrameId> frames) {
  const std::vector<bool> users = query::UsersFrames(run, frames);
  std::unordered_map<store::SourceFileId, Lines> sources;
  std::vector<FrameFacts> facts(frames.size());
  size_t number = 0;
  for (size_t i = frames.size(); i-- > 0;) {
    const store::Frame& frame = run.stacks.frame(frames[i]);
    FrameFacts& fact = facts[i];
    if (users[i]) fact.number = number++;
    fact.line = frame.line;
    fact.function = run.strings[frame.function];
    if (!frame.file.valid()) continue;
    fact.file_id = frame.file;
    fact.file = run.strings[run.sources[frame.file].path];
    const auto [it, added] = sources.try_emplace(frame.file);
    if (added) {
      if (auto read = run.values->ReadSource(frame.file); read.ok()) it->second = *std::move(read);
    }
    fact.text = LineOf(it->second, frame.line);
  }
  return facts;
}

const FrameFacts* NumberedFrame(const std::vector<FrameFacts>& stack, size_t number) {
  const auto it = std::find_if(stack.begin(), stack.end(),
                               [&](const FrameFacts& frame) { return frame.number == number; });
  return it == stack.end() ? nullptr : &*it;
}

std::string TextOfLine(const store::Run& run, store::SourceFileId file, int32_t line) {
  const auto lines = run.values->ReadSource(file);
  return lines.ok() ? LineOf(*lines, line) : "";
}

std::string PlaceText(std::string_view file, int32_t line) {
  const size_t slash = file.rfind('/');
  return std::string(slash == file.npos ? file : file.substr(slash + 1)) + ":" +
         std::to_string(line);
}

}  // namespace tdbg::session
