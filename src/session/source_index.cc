#include "session/source_index.h"

#include <algorithm>
#include <unordered_set>

#include "base/near_names.h"
#include "vocabulary/users_file.h"

namespace tdbg::session {
namespace {

using store::ExecutionId;
using store::OpId;
using store::StackId;
using File = SourceIndex::File;

template <typename Id>
std::span<const Id> Find(const std::unordered_map<StackId, std::vector<Id>>& made, StackId stack) {
  const auto it = made.find(stack);
  return it == made.end() ? std::span<const Id>() : it->second;
}

// "train.py" and "app/train.py" are endings of "/srv/app/train.py", "rain.py" is not.
bool EndsWithPath(std::string_view path, std::string_view ending) {
  if (!path.ends_with(ending)) return false;
  return path.size() == ending.size() || ending.starts_with('/') ||
         path[path.size() - ending.size() - 1] == '/';
}

std::string_view BaseName(std::string_view path) { return path.substr(path.rfind('/') + 1); }

Status NoSuchSource(const std::vector<File>& files, const std::string& path) {
  std::vector<std::string_view> names;
  for (const bool users : {true, false}) {
    for (const File& file : files) {
      if (file.users == users) names.push_back(BaseName(file.path));
    }
  }
  return NotFound("no op was made in a file '" + path + "'" + DidYouMean(BaseName(path), names) +
                  " (`ls` lists the files)");
}

}  // namespace

SourceIndex::SourceIndex(const store::Run& run) {
  for (const OpId op : run.graphs.op_ids()) {
    if (const StackId stack = run.graphs.op(op).stack; stack.valid()) ops_[stack].push_back(op);
  }
  for (const ExecutionId id : run.executions.ids()) {
    if (const StackId stack = run.executions[id].stack; stack.valid()) {
      executions_[stack].push_back(id);
    }
  }
  std::vector<StackId> stacks;
  for (const auto& [stack, made] : ops_) stacks.push_back(stack);
  for (const auto& [stack, made] : executions_) {
    if (!ops_.contains(stack)) stacks.push_back(stack);
  }
  std::sort(stacks.begin(), stacks.end());

  std::map<std::string_view, File> files;
  for (const StackId stack : stacks) {
    for (const store::FrameId id : run.stacks.frames(stack)) {
      const store::Frame& frame = run.stacks.frame(id);
      if (!frame.recorded || !frame.file.valid()) continue;
      const std::string_view path = run.strings[run.sources[frame.file].path];
      if (path.empty()) continue;
      File& file = files[path];
      if (!file.id.valid() || run.sources[file.id].num_lines == 0) file.id = frame.file;
      auto& made = file.lines[frame.line];
      if (made.empty() || made.back() != stack) made.push_back(stack);
    }
  }
  for (auto& [path, file] : files) {
    file.path = path;
    file.users = IsUsersFile(path);
    files_.push_back(std::move(file));
  }
}

std::span<const OpId> SourceIndex::Ops(StackId stack) const { return Find(ops_, stack); }

std::span<const ExecutionId> SourceIndex::Executions(StackId stack) const {
  return Find(executions_, stack);
}

Result<const File*> FindSource(RunView& run, std::string_view path) {
  const std::vector<File>& files = run.sources().files();
  if (files.empty()) {
    return NotFound(run.run().format == store::Format::kTfdbg1
                        ? "this recording holds no source files: a tfdbg1 dump keeps graphs and "
                          "tensors only"
                        : "this recording holds no source files");
  }
  std::vector<const File*> found;
  for (const bool users : {true, false}) {
    for (const File& file : files) {
      if (file.path == path) return &file;
      if (file.users == users && EndsWithPath(file.path, path)) found.push_back(&file);
    }
    if (!found.empty()) break;
  }
  if (found.empty()) return NoSuchSource(files, std::string(path));
  if (found.size() > 1) {
    std::string text = "'" + std::string(path) + "' ends the paths of several files: ";
    constexpr size_t kShown = 4;
    for (size_t i = 0; i < std::min(found.size(), kShown); ++i) {
      text += (i > 0 ? ", " : "") + std::string(found[i]->path);
    }
    return InvalidArgument(text + (found.size() > kShown ? ", …" : ""));
  }
  return found.front();
}

SourceCounts CountMade(RunView& view, const File& file, const Pattern& names) {
  const store::Run& run = view.run();
  const SourceIndex& index = view.sources();
  std::unordered_set<StackId> stacks;
  for (const auto& [line, made] : file.lines) stacks.insert(made.begin(), made.end());
  SourceCounts counts;
  for (const StackId stack : stacks) {
    for (const OpId op : index.Ops(stack)) {
      if (!names.Fits(run.strings[run.graphs.op(op).name])) continue;
      ++counts.ops;
      counts.bad_ops += view.WorstOf(op).has_value();
      const auto events = view.index().OfOp(op);
      counts.events += static_cast<int64_t>(events.size());
      for (auto at = events.begin(); at != events.end(); ++counts.tensors) {  // output by output
        const int32_t slot = run.events.slot[*at];
        at = std::partition_point(
            at, events.end(), [&](store::EventId event) { return run.events.slot[event] <= slot; });
      }
    }
    for (const ExecutionId id : index.Executions(stack)) {
      const store::Execution& execution = run.executions[id];
      if (!names.Fits(run.strings[execution.op_type])) continue;
      ++counts.executions;
      counts.events += execution.num_events;
      counts.tensors += execution.num_events;
      counts.bad_ops += view.WorstOf(id).has_value();
    }
  }
  return counts;
}

}  // namespace tdbg::session
