#include "query/source_line.h"

#include <algorithm>

#include "frameworks/library_code.h"
#include "vocabulary/users_file.h"

namespace tdbg::query {
namespace {

std::string_view PathOf(const store::Run& run, const store::Frame& frame) {
  if (!frame.recorded || !frame.file.valid()) return {};
  return run.strings[run.sources[frame.file].path];
}

// The place of the innermost frame that `accept` likes; past the outermost if there is none.
template <typename Accept>
size_t InnermostFrame(const store::Run& run, std::span<const store::FrameId> frames,
                      Accept accept) {
  for (size_t i = frames.size(); i-- > 0;) {
    const std::string_view path = PathOf(run, run.stacks.frame(frames[i]));
    if (!path.empty() && accept(path)) return i;
  }
  return frames.size();
}

size_t InnermostUsersFrame(const store::Run& run, std::span<const store::FrameId> frames) {
  const size_t users = InnermostFrame(run, frames, IsUsersFile);
  return users < frames.size() ? users : InnermostFrame(run, frames, IsOutsideFrameworks);
}

std::optional<SourceLine> LineOf(const store::Run& run, std::span<const store::FrameId> frames,
                                 size_t at) {
  if (at >= frames.size()) return std::nullopt;
  const store::Frame& frame = run.stacks.frame(frames[at]);
  return SourceLine{PathOf(run, frame), frame.file, frame.line, run.strings[frame.function],
                    frame.columns};
}

// Whether the frame at `at` only asked the framework to run a whole model: such a line stands for
// thousands of ops.
bool RunsWholeModel(const store::Run& run, std::span<const store::FrameId> frames, size_t at) {
  for (size_t i = at + 1; i < frames.size(); ++i) {
    const store::Frame& frame = run.stacks.frame(frames[i]);
    const std::string_view path = PathOf(run, frame);
    if (!frameworks::HandsCallsOn(path)) {
      return frameworks::RunsWholeModel(path, run.strings[frame.function]);
    }
  }
  return false;
}

}  // namespace

std::vector<bool> UsersFrames(const store::Run& run, std::span<const store::FrameId> frames) {
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
  const auto frames = run.stacks.frames(stack);
  const size_t users = InnermostUsersFrame(run, frames);
  if (RunsWholeModel(run, frames, users)) {
    const auto layer = LayerOf(run, stack);
    if (layer && layer->made) return layer->made;
  }
  return LineOf(run, frames, users);
}

std::vector<store::FrameId> FramesOfFailure(const store::Run& run, store::OpId op,
                                            store::ExecutionId execution) {
  const auto made = run.stacks.frames(run.graphs.op(op).stack);
  std::vector<store::FrameId> frames(made.begin(), made.end());
  if (!execution.valid()) return frames;
  const auto called = run.stacks.frames(run.executions[execution].stack);
  const auto calls_function = [&](store::FrameId id) {
    const store::Frame& frame = run.stacks.frame(id);
    return frameworks::CallsTracedFunction(PathOf(run, frame), run.strings[frame.function]);
  };
  // The innermost function that the program called, and the outermost that was traced for it.
  const auto call = std::find_if(called.rbegin(), called.rend(), calls_function).base();
  const auto traced = std::find_if(made.begin(), made.end(), calls_function);
  if (call == called.begin() || traced == made.end()) return frames;
  frames.assign(called.begin(), call);
  frames.insert(frames.end(), traced + 1, made.end());
  return frames;
}

std::optional<LayerPlace> LayerOf(const store::Run& run, store::StackId stack) {
  const auto frames = run.stacks.frames(stack);
  for (auto it = frames.rbegin(); it != frames.rend(); ++it) {
    const store::LayerId id = run.stacks.frame(*it).layer;
    if (!id.valid()) continue;
    const store::Layer& layer = run.layers[id];
    const auto made = run.stacks.frames(layer.stack);
    return LayerPlace{run.strings[layer.path], run.strings[layer.type],
                      LineOf(run, made, InnermostUsersFrame(run, made))};
  }
  return std::nullopt;
}

}  // namespace tdbg::query
